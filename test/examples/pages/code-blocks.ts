import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A code block of the README or of a page in docs. */
export interface Block {
  /** The name of the page, `access` or `README`. */
  readonly page: string;
  readonly line: number;
  /** The word after the fence; empty for the output of a program. */
  readonly language: string;
  readonly code: string;
}

export const nameOf = ({ page, line }: Block): string => `${page}.md:${line}`;

const fence = /^([ ]*)```(\w*)\n(.*?)^\1```$/gms;

/** All code blocks, page by page, in their order. */
export async function codeBlocks(): Promise<readonly Block[]> {
  const pages = await readdir(`${root}docs`, { recursive: true });
  const files = pages.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
  const blocks = ['README.md', ...files.toSorted()].map(async (file) =>
    blocksOf(file.replace(/^docs\//, '').replace(/\.md$/, ''), await readFile(root + file, 'utf8')),
  );
  return (await Promise.all(blocks)).flat();
}

const blocksOf = (page: string, text: string): Block[] =>
  [...text.matchAll(fence)].map(({ index, 1: indent = '', 2: language = '', 3: code = '' }) => ({
    page,
    line: text.slice(0, index).split('\n').length,
    language,
    code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
