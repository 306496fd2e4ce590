import { failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Json, Schema, Uid } from '../../domain/schema/schema.js';
import type { Clock } from '../ports/clock.js';
import type { IndexStore } from '../ports/index-store.js';
import type { IndexRecords } from './advise.js';
import { addCounts, emptyRecord, noteUse, readRecord, type IndexRecord } from './index-record.js';
import type { QuestionCounts } from './question-counts.js';

type Records = Pick<IndexStore, 'load' | 'save'>;

export async function loadRecords(store: Records): Promise<Result<IndexRecords>> {
  const loaded = await store.load();
  if (!loaded.ok) return loaded;
  return ok(new Map([...loaded.value].map(([uid, { value }]) => [uid, readRecord(value)])));
}

/** Other servers may change the record at the same moment; then the change is made again. */
const attempts = 10;

/** Changes the record of one content-type. Saves nothing if `change` returns it as it is. */
export async function updateRecord(
  store: Records,
  type: Uid,
  change: (record: IndexRecord) => IndexRecord,
): Promise<Result<void>> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const loaded = await store.load();
    if (!loaded.ok) return loaded;
    const kept = loaded.value.get(type);
    const before = readRecord(kept?.value);
    const after = change(before);
    if (JSON.stringify(after) === JSON.stringify(before)) return ok(undefined);
    const saved = await store.save(type, kept?.revision ?? 0, after as unknown as Json);
    if (!saved.ok) return saved;
    if (saved.value) return ok(undefined);
  }
  return err(failure('STORE.CONFLICT', `The record of the indexes of ${type} changes too fast`));
}

interface Joining {
  readonly schema: Schema;
  readonly store: Records;
  readonly counts: Pick<QuestionCounts, 'take'>;
  readonly clock: Clock;
}

/** Adds the counts of this server to the records, and notes which made indexes serve them. */
export async function joinCounts({ schema, store, counts, clock }: Joining): Promise<Result<void>> {
  const taken = counts.take();
  const now = Date.parse(clock.now());
  const records = await loadRecords(store);
  if (!records.ok) return records;
  const asked = [...taken.values()].flatMap((each) => [...each.values()].flatMap(({ indexes }) => indexes));
  for (const type of schema.contentTypes.keys()) {
    const own = taken.get(type);
    const { made } = records.value.get(type) ?? emptyRecord;
    if (own === undefined && made.length === 0) continue;
    const updated = await updateRecord(store, type, (record) =>
      noteUse(own === undefined ? record : addCounts(record, own, now), asked, now),
    );
    if (!updated.ok) return updated;
  }
  return ok(undefined);
}
