import { failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { ArchiveStore } from '../ports/archive-store.js';

/** `INPUT.MISMATCH` where a transfer into this store was stopped: half of a copy is nothing to serve from, or to copy. */
export async function checkFinished(archive: ArchiveStore): Promise<Result<void>> {
  const mark = await archive.mark();
  if (!mark.ok) return mark;
  if (mark.value === null || mark.value.completedAt !== null) return ok(undefined);
  const { source, startedAt } = mark.value;
  return err(
    failure(
      'INPUT.MISMATCH',
      `This database holds a part of what was to be transferred from ${source}, begun at ${startedAt}: run \`quire transfer\` there again, to its end`,
    ),
  );
}
