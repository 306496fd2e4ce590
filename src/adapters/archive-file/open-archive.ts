import { stat } from 'node:fs/promises';
import { err, ok, type Result } from '../../domain/result.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { ForeignArchive } from '../../application/ports/foreign-archive.js';
import { filesOfFolder } from './files-of-folder.js';
import { filesOfTar } from './files-of-tar.js';
import { formOf, headOf, packedStream, type Form } from './packed-stream.js';

/** Opens an export of Strapi: a folder, or a file in any of its forms. The content decides the form, not the name. */
export async function openArchive(path: string, key: string | undefined): Promise<Result<ForeignArchive>> {
  const found = await stat(path).catch(() => null);
  if (found === null) return err(refuse(`${path} does not exist`));
  if (found.isDirectory()) {
    if (key !== undefined)
      return err(refuse(`${path} is a folder, which is never encrypted: leave out --key`));
    return ok({ name: path, files: () => filesOfFolder(path) });
  }
  const form = formOf(await headOf(path));
  const unfit = unfitKey(path, form, key, found.size);
  if (unfit !== null) return err(unfit);
  return ok({ name: path, files: () => filesOfTar(path, packedStream(path, form, key)) });
}

function unfitKey(path: string, form: Form, key: string | undefined, size: number): Failure | null {
  if (form !== 'encrypted')
    return key === undefined ? null : refuse(`${path} is not encrypted: leave out --key`);
  if (size === 0) return refuse(`${path} is empty`);
  if (key === undefined)
    return refuse(`${path} is neither a tar nor a gzip file. If it is encrypted, name its key with --key`);
  return size % 16 === 0
    ? null
    : refuse(
        `${path} is cut off, or it is no archive: the size of an encrypted one is a multiple of 16 bytes`,
      );
}

const refuse = (message: string): Failure => failure('INPUT.MISMATCH', `${message}.`);
