import { failure } from '../../domain/failure.js';
import { extensionOf } from '../../domain/media/file-key.js';
import { servedType } from '../../domain/media/served-types.js';
import { err, type Result } from '../../domain/result.js';
import type { FileStore, PlacedFile } from '../ports/file-store.js';

/** Stores a file of an archive or a backup. A failure names it. */
export async function storeFile(
  files: Pick<FileStore, 'put'>,
  key: string,
  { content, size }: { readonly content: AsyncIterable<Uint8Array>; readonly size: number },
): Promise<Result<PlacedFile>> {
  const stored = await files.put({ key, content, type: servedType(extensionOf(key)), expected: size });
  if (stored.ok) return stored;
  const { code, message } = stored.failure;
  return err(failure(code, `The file ${key} cannot be stored: ${message}`));
}
