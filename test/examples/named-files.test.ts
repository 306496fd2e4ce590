import { readdir, readFile } from 'node:fs/promises';
import { expect } from 'chai';

const root = new URL('../../', import.meta.url);

/** Pages about the code; other pages name files of apps. */
const pages = ['CONTRIBUTING.md', 'test/README.md', 'docs/architecture.md', 'docs/adapters.md'];
const ownFile = /`([\w./-]+\.(?:ts|mjs))`/g;
const page = /(docs\/[\w./-]+\.md)/g;
const comment = /^\s*(?:\/?\*|\/\/)/;

async function filesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(new URL(folder, root), { recursive: true });
  return names.map((name) => `${folder}/${name}`.replaceAll('\\', '/'));
}

/** Returns the names of files in a text, without `./` and `../` at the beginning. */
const namesIn = (text: string): readonly string[] =>
  [ownFile, page].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, name = '']) => name.replace(/^(?:\.\.?\/)+/, '')),
  );

describe('references to files', () => {
  let files: readonly string[];
  let ends: ReadonlySet<string>;
  before(async () => {
    const folders = ['src', 'test', 'docs', 'scripts', 'bench', 'examples'];
    files = (await Promise.all(folders.map(filesIn))).flat();
    // A file can be named by any number of its last folders.
    ends = new Set(
      files.flatMap((file) => file.split('/').map((_, from, parts) => parts.slice(from).join('/'))),
    );
  });

  const missingIn = (file: string, text: string): readonly string[] =>
    namesIn(text).flatMap((name) => (ends.has(name) ? [] : [`${file}: ${name}`]));

  it('in pages about the code lead to files that exist', async () => {
    const readmes = files.filter((file) => file.startsWith('src/') && file.endsWith('README.md'));
    const records = files.filter((file) => file.startsWith('docs/decisions/') && file.endsWith('.md'));
    const missing = await Promise.all(
      [...pages, ...readmes, ...records].map(async (file) =>
        missingIn(file, await readFile(new URL(file, root), 'utf8')),
      ),
    );
    expect(missing.flat()).to.deep.equal([]);
  });

  it('in comments lead to files that exist', async () => {
    const sources = files.filter((file) => file.startsWith('src/') && file.endsWith('.ts'));
    const missing = await Promise.all(
      sources.map(async (file) => {
        const lines = (await readFile(new URL(file, root), 'utf8')).split('\n');
        return missingIn(file, lines.filter((line) => comment.test(line)).join('\n'));
      }),
    );
    expect(missing.flat()).to.deep.equal([]);
  });
});
