import { failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { ArchiveStore } from '../ports/archive-store.js';

/**
 * Fails with `INPUT.MISMATCH` if a transfer into this store was interrupted: a partial copy must not be served or
 * copied.
 */
export async function checkFinished(archive: Pick<ArchiveStore, 'mark'>): Promise<Result<void>> {
  const mark = await archive.mark();
  if (!mark.ok) return mark;
  if (mark.value === null || mark.value.completedAt !== null) return ok(undefined);
  const { source, startedAt } = mark.value;
  return err(
    failure(
      'INPUT.MISMATCH',
      `This database holds a part of what was to be transferred from ${source}, begun at ${startedAt}: run \`quire transfer\` there again, or the same \`quire import\` or \`quire restore\`, to its end`,
    ),
  );
}
