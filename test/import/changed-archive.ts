import { createCipheriv, scryptSync } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { extract, pack, type Headers } from 'tar-stream';
import { libraryPath } from './library.js';

/** The files of the library's archive by path. */
export type Files = Map<string, Buffer>;

export async function libraryFiles(): Promise<Files> {
  const tar = extract();
  tar.end(gunzipSync(await readFile(libraryPath('library.tar.gz'))));
  const files: Files = new Map();
  for await (const entry of tar) {
    const parts: Uint8Array[] = [];
    for await (const part of entry as unknown as AsyncIterable<Uint8Array>) parts.push(part);
    files.set(entry.header.name, Buffer.concat(parts));
  }
  return files;
}

interface More {
  readonly header: Partial<Headers> & { readonly name: string };
  readonly content?: string;
}

export async function tarOf(files: Files, more: readonly More[] = []): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of files) tar.entry({ name }, content);
  for (const { header, content = '' } of more) tar.entry(header, content);
  tar.finalize();
  const parts: Uint8Array[] = [];
  for await (const part of tar as unknown as AsyncIterable<Uint8Array>) parts.push(part);
  return Buffer.concat(parts);
}

/** As Strapi encrypts. */
export function encrypted(bytes: Buffer, key: string): Buffer {
  const cipher = createCipheriv('aes-128-ecb', scryptSync(key, '', 16), null);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

export const rowsPath = 'entities/entities_00001.jsonl';
export const linksPath = 'links/links_00001.jsonl';

type Line = Record<string, unknown> & { readonly type: string; id: number; data: Record<string, unknown> };

/** Changes the lines of a file, each as an object; null removes it. */
export function changeLines(files: Files, path: string, change: (line: Line) => Line | null): void {
  const lines = (files.get(path) ?? Buffer.alloc(0)).toString().split('\n');
  const changed = lines.flatMap((line) => {
    const object = change(JSON.parse(line) as Line);
    return object === null ? [] : [JSON.stringify(object)];
  });
  files.set(path, Buffer.from(changed.join('\n')));
}

export const append = (files: Files, path: string, text: string): void => {
  files.set(path, Buffer.concat([files.get(path) ?? Buffer.alloc(0), Buffer.from(text)]));
};

/** A folder for archives of a test. */
export async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'quire-test-archives-'));
  let count = 0;
  return {
    async save(bytes: Buffer): Promise<string> {
      const path = join(folder, `archive-${++count}`);
      await writeFile(path, bytes);
      return path;
    },
    async saveFolder(files: Files): Promise<string> {
      const root = join(folder, `folder-${++count}`);
      for (const [path, content] of files) {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await writeFile(join(root, path), content);
      }
      return root;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export const gzipped = (bytes: Buffer): Buffer => gzipSync(bytes);
