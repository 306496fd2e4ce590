import { createCipheriv } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import type { ArchiveWriter } from '../../application/ports/foreign-archive.js';
import { failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import { cipherKey } from './packed-stream.js';
import { unwritable } from './unwritable.js';
import { writeEntry } from './write-entry.js';

export interface ArchiveForm {
  /** Undefined: not encrypted. */
  readonly key: string | undefined;
  readonly compress: boolean;
}

/**
 * Creates an archive in a folder that exists or whose name ends in a slash, or in a file. The name of a file gets the
 * extensions by which Strapi recognises its form.
 */
export async function createArchiveWriter(path: string, form: ArchiveForm): Promise<Result<ArchiveWriter>> {
  const found = await stat(path).catch(() => null);
  if (!path.endsWith('/') && found?.isDirectory() !== true)
    return fileWriter(withExtensions(path, form), form);
  if (form.key !== undefined) return refuse('A folder cannot be encrypted: name a file, or leave out --key');
  const names = found === null ? [] : await readdir(path);
  return names.length === 0 ? ok(folderWriter(path, found !== null)) : refuse(`${path} is not empty`);
}

const unwritten = (file: string, error: unknown) => unwritable(file, error, 'export');

const refuse = (message: string): Result<never> => err(failure('INPUT.MISMATCH', `${message}.`));

function withExtensions(path: string, { key, compress }: ArchiveForm): string {
  const plain = path.replace(/(?:\.tar)?(?:\.gz)?(?:\.enc)?$/, '');
  return `${plain}.tar${compress ? '.gz' : ''}${key === undefined ? '' : '.enc'}`;
}

function folderWriter(root: string, wasThere: boolean): ArchiveWriter {
  return {
    async write(path, _size, content) {
      const file = join(root, path);
      try {
        await mkdir(dirname(file), { recursive: true });
      } catch (error) {
        throw unwritten(file, error);
      }
      const output = createWriteStream(file, { flags: 'wx' });
      await pipeline(Readable.from(content), output).catch((error: unknown) => {
        throw output.errored === null ? error : unwritten(file, output.errored);
      });
    },
    finish: async () => root,
    async abandon() {
      for (const name of wasThere ? await readdir(root) : []) await rm(join(root, name), { recursive: true });
      if (!wasThere) await rm(root, { recursive: true }).catch(() => {});
    },
  };
}

async function fileWriter(path: string, { key, compress }: ArchiveForm): Promise<Result<ArchiveWriter>> {
  if ((await stat(path).catch(() => null)) !== null) return refuse(`${path} exists already`);
  const part = `${path}.part`;
  const tar = pack();
  const written = pipeline(
    tar as unknown as NodeJS.ReadableStream,
    compress ? createGzip() : new PassThrough(),
    key === undefined ? new PassThrough() : createCipheriv('aes-128-ecb', cipherKey(key), null),
    createWriteStream(part, { mode: 0o600 }),
  ).catch((error: unknown) => {
    throw unwritten(part, error);
  });
  const early = written.then(() => Promise.reject(new Error('the archive ended early')));
  // Observed by `write` or `finish`, whichever waits next.
  early.catch(() => {});
  return ok({
    write: (name, size, content) => Promise.race([writeEntry(tar, name, size, content), early]),
    async finish() {
      tar.finalize();
      await written;
      await rename(part, path);
      return path;
    },
    async abandon() {
      tar.destroy();
      await written.catch(() => {});
      await rm(part).catch(() => {});
    },
  });
}
