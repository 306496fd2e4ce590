import type { Layer } from '../../domain/query/query.js';
import type { ContentType } from '../../domain/schema/schema.js';
import type { ChangeLog, LoggedChange } from '../ports/change-log.js';

export interface LoggedVersion {
  readonly type: ContentType;
  readonly documentId: string;
  readonly locale: string;
  readonly layer: Layer;
}

/** Entries that are read at once, and how often. They are of all documents, as the log is not indexed by document. */
const batch = 500;
const maxBatches = 10;

/**
 * Returns the names of the attributes that writes of a version have named since its `updatedAt` was `since` (ISO 8601), by
 * the change log; null if the log begins later, or if too much was written since.
 */
export async function changedSince(
  log: Pick<ChangeLog, 'read' | 'start' | 'end'>,
  version: LoggedVersion,
  since: string,
): Promise<ReadonlySet<string> | null> {
  const entries = await entriesSince(log, since);
  return entries === null ? null : namesAfter(entries, version, Date.parse(since));
}

/** Reads backwards until an entry is older. */
async function entriesSince(
  log: Pick<ChangeLog, 'read' | 'start' | 'end'>,
  since: string,
): Promise<readonly LoggedChange[] | null> {
  const [start, end] = [await log.start(), await log.end()];
  if (!start.ok || !end.ok) return null;
  const batches: (readonly LoggedChange[])[] = [];
  const all = (): readonly LoggedChange[] => batches.reverse().flat();
  let upTo = end.value;
  for (let read = 0; read < maxBatches; read += 1) {
    const after = Math.max(start.value, upTo - batch);
    const older = await log.read(after, upTo - after);
    if (!older.ok) return null;
    batches.push(older.value.filter(({ position }) => position <= upTo));
    if (older.value.some(({ at }) => at < since)) return all();
    if (after === start.value) return after === 0 ? all() : null;
    upTo = after;
  }
  return null;
}

/** Follows `updatedAt`: each write sets it to its own time, or a millisecond later than it was (`plan/write-plan.ts`). */
function namesAfter(
  entries: readonly LoggedChange[],
  { type, documentId, locale, layer }: LoggedVersion,
  since: number,
): ReadonlySet<string> {
  const names = new Set<string>();
  let updatedAt = 0;
  for (const entry of entries) {
    if (entry.documentId !== documentId || entry.type !== type.uid || !entry.layers.includes(layer)) continue;
    const isOwn = entry.locale === null || entry.locale === locale;
    const changed = entry.names.filter((name) => isOwn || type.attributes.get(name)?.localized === false);
    if (!isOwn && changed.length === 0) continue;
    updatedAt = Math.max(Date.parse(entry.at), updatedAt + 1);
    if (updatedAt > since) changed.forEach((name) => names.add(name));
  }
  return names;
}
