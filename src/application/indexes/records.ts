import { failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Json, Schema, Uid } from '../../domain/schema/schema.js';
import type { Clock } from '../ports/clock.js';
import type { IndexStore, KeptRecord } from '../ports/index-store.js';
import type { IndexRecords } from './advise.js';
import { addCounts, emptyRecord, noteUse, readRecord, type IndexRecord } from './index-record.js';
import type { CountsOfType, QuestionCounts } from './question-counts.js';

type Records = Pick<IndexStore, 'load' | 'save'>;

type Loaded = ReadonlyMap<Uid, KeptRecord>;

export async function loadRecords(store: Records): Promise<Result<IndexRecords>> {
  const loaded = await store.load();
  return loaded.ok ? ok(recordsIn(loaded.value)) : loaded;
}

const recordsIn = (loaded: Loaded): IndexRecords =>
  new Map([...loaded].map(([uid, { value }]) => [uid, readRecord(value)]));

/** Other servers may change the record at the same moment; then the change is made again. */
const attempts = 10;

/** Changes the record of one content-type, which may be `known`. Saves nothing if `change` returns it as it is. */
export async function updateRecord(
  store: Records,
  type: Uid,
  change: (record: IndexRecord) => IndexRecord,
  known?: Loaded,
): Promise<Result<void>> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const loaded = known !== undefined && attempt === 1 ? ok(known) : await store.load();
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
  readonly counts: Pick<QuestionCounts, 'take' | 'giveBack'>;
  readonly clock: Clock;
}

/** Adds the counts of this server to the records, and notes which made indexes serve them. What fails is joined the next time. */
export async function joinCounts(joining: Joining): Promise<Result<void>> {
  const left = new Map(joining.counts.take());
  try {
    return await join(joining, left);
  } finally {
    joining.counts.giveBack(left);
  }
}

/** Removes the counts from `left` that are joined. */
async function join({ schema, store, clock }: Joining, left: Map<Uid, CountsOfType>): Promise<Result<void>> {
  const now = Date.parse(clock.now());
  const loaded = await store.load();
  if (!loaded.ok) return loaded;
  const records = recordsIn(loaded.value);
  const asked = [...left.values()].flatMap((each) => [...each.values()].flatMap(({ indexes }) => indexes));
  for (const type of schema.contentTypes.keys()) {
    const own = left.get(type);
    const { made } = records.get(type) ?? emptyRecord;
    if (own === undefined && made.length === 0) continue;
    const note = (record: IndexRecord): IndexRecord =>
      noteUse(own === undefined ? record : addCounts(record, own, now), asked, now);
    const updated = await updateRecord(store, type, note, loaded.value);
    if (!updated.ok) return updated;
    left.delete(type);
  }
  return ok(undefined);
}
