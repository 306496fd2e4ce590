import type { Result } from '../../domain/result.js';
import type { MediaDependencies } from './use-cases.js';

interface Discarded {
  readonly key: string;
  readonly formats: readonly { readonly key: string }[];
}

/** Removes files that have no record. Those that cannot be removed stay claimed, for a later sweep. */
export async function discardFiles(
  dependencies: MediaDependencies,
  discarded: readonly Discarded[],
): Promise<void> {
  for (const { key, formats } of discarded) {
    await eraseFiles(dependencies, key, [key, ...formats.map((format) => format.key)]);
  }
}

/** Removes a claimed file and its formats, as `discardFiles` does. */
export async function eraseFiles(
  { files, log }: MediaDependencies,
  key: string,
  keys: readonly string[],
): Promise<Result<void>> {
  const removed = await files.remove(keys);
  const released = removed.ok ? await files.release(key) : removed;
  if (!released.ok)
    log.warn('a file without a record stays until a later sweep', { key, why: released.failure.message });
  return released;
}
