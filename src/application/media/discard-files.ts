import type { Result } from '../../domain/result.js';
import type { KeptFile, PlacedFile } from '../ports/file-store.js';
import type { MediaDependencies } from './use-cases.js';

interface Written {
  readonly key: string;
  /** Absent: it may have been written in part. */
  readonly placed?: PlacedFile;
}

interface Discarded extends Written {
  readonly formats: readonly Written[];
}

/** Removes files that have no record. Those that cannot be removed stay claimed, for a later sweep. */
export async function discardFiles(
  dependencies: MediaDependencies,
  discarded: readonly Discarded[],
): Promise<void> {
  for (const file of discarded) await eraseFiles(dependencies, file.key, [file, ...file.formats].map(kept));
}

const kept = ({ key, placed }: Written): KeptFile => ({ key, ...placed });

/** Removes a claimed file and its formats, as `discardFiles` does. */
export async function eraseFiles(
  { files, log }: MediaDependencies,
  key: string,
  erased: readonly KeptFile[],
): Promise<Result<void>> {
  const removed = await files.remove(erased);
  const released = removed.ok ? await files.release(key) : removed;
  if (!released.ok)
    log.warn('a file without a record stays until a later sweep', { key, why: released.failure.message });
  return released;
}
