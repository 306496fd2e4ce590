import { failure } from '../../domain/failure.js';
import type { FileStore, OpenFile } from '../ports/file-store.js';
import { ThrownFailure } from '../thrown-failure.js';

/** Opens a file; null if it is not there. Throws `ThrownFailure` if the folder or the bucket does not work. */
export const openStored = (files: Pick<FileStore, 'open'>, key: string): Promise<OpenFile | null> =>
  files.open(key).catch((error: unknown) => {
    throw unreadable(key, error);
  });

export function unreadable(key: string, error: unknown): ThrownFailure {
  if (error instanceof ThrownFailure) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new ThrownFailure(failure('MEDIA.UNAVAILABLE', `The file ${key} cannot be read: ${reason}`));
}
