import { stat } from 'node:fs/promises';
import { failure, type Failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { ForeignArchive, Scratch } from '../../application/ports/foreign-archive.js';
import { scratchPieces } from '../../application/strapi-archive/scratch-pieces.js';
import { filesOfTar } from './files-of-tar.js';
import { formOf, headOf, packedStream } from './packed-stream.js';

/** Opens a backup. */
export async function openBackup(path: string): Promise<Result<ForeignArchive>> {
  const found = await stat(path).catch(() => null);
  if (found === null) return err(refuse(`${path} does not exist`));
  if (!found.isFile()) return err(refuse(`${path} is not a file`));
  const head = await headOf(path).catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
  if (typeof head === 'string') return err(refuse(`${path} cannot be read: ${head}`));
  if (formOf(head) !== 'gzip') return err(noBackup(path));
  return ok({ name: path, files: () => filesOfTar(path, packedStream(path, 'gzip', undefined)) });
}

/** Keeps what a stream brings in a temporary file, because a backup is read several times, and opens that. */
export async function openStreamedBackup(
  input: AsyncIterable<Uint8Array>,
  scratch: Scratch,
  name: string,
): Promise<Result<ForeignArchive>> {
  const file = scratch.file('backup');
  for await (const chunk of input) file.append(chunk);
  if (formOf(Uint8Array.from(file.read(0, 512))) !== 'gzip') return err(noBackup(name));
  const content = (): AsyncGenerator<Uint8Array> => scratchPieces(file);
  return ok({ name, files: () => filesOfTar(name, packedStream(name, 'gzip', undefined, content())) });
}

const refuse = (message: string): Failure => failure('INPUT.MISMATCH', `${message}.`);

const noBackup = (name: string): Failure =>
  refuse(`${name} is no backup of this program. If it is encrypted, decrypt it first`);
