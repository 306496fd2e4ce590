import { Canceller, type Cancellation } from '../../domain/cancellation.js';
import type { Schema } from '../../domain/schema/schema.js';
import { ok, type Result } from '../../domain/result.js';
import type { Clock } from '../ports/clock.js';
import type { IndexChange, IndexStore, ListedIndex } from '../ports/index-store.js';
import type { Log } from '../ports/log.js';
import { advise, madeOf, nextChange, type AdviceLimits, type Choice, type IndexRecords } from './advise.js';
import { applyChange } from './apply-change.js';
import type { QuestionCounts } from './question-counts.js';
import { noteMade } from './index-record.js';
import { joinCounts, loadRecords, updateRecord } from './records.js';

export interface IndexKeeperDependencies {
  readonly schema: Schema;
  readonly store: IndexStore;
  readonly counts: Pick<QuestionCounts, 'take' | 'giveBack'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: AdviceLimits;
  /** Whether indexes are made and removed, and not only proposed. */
  readonly isAutomatic: boolean;
}

/** Joins the counts of this server with those of the others, and makes and removes indexes. */
export interface IndexKeeper {
  /** Joins the counts each minute, and makes or removes at most one index every five minutes. */
  start(): void;
  /** Joins the counts now. */
  join(): Promise<Result<void>>;
  /** Makes or removes one index if it is time. Returns the change; null: there is none. */
  change(): Promise<Result<IndexChange | null>>;
  /** Stops making an index, and joins the counts a last time. */
  stop(): Promise<void>;
}

const joinMs = 60_000;
const joinsForChange = 5;

export function createIndexKeeper(dependencies: IndexKeeperDependencies): IndexKeeper {
  const { log, isAutomatic } = dependencies;
  const canceller = new Canceller();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let rounds = 0;
  const join = (): Promise<Result<void>> => joinCounts(dependencies);
  const change = (): Promise<Result<IndexChange | null>> => changeOne(dependencies, canceller);
  const round = async (): Promise<void> => {
    const joined = await join();
    if (!joined.ok) return log.debug(`the counts of questions wait: ${joined.failure.message}`);
    rounds += 1;
    if (!isAutomatic || rounds % joinsForChange !== 0 || canceller.aborted) return;
    const changed = await change();
    if (!changed.ok) log.debug(`indexes are looked at later: ${changed.failure.message}`);
  };
  const run = (): void => {
    running = round()
      .catch((error: unknown) => log.error('looking for indexes failed', { error }))
      .then(() => {
        if (!canceller.aborted) timer = setTimeout(run, joinMs).unref();
      });
  };
  return {
    start: () => void (timer = setTimeout(run, joinMs).unref()),
    join,
    change,
    async stop() {
      canceller.abort();
      clearTimeout(timer);
      await running;
      await join().catch((error: unknown) => log.debug('the last counts are lost', { error }));
    },
  };
}

/** Decides first without the lock on the schema, which other servers may wait for. */
async function changeOne(
  dependencies: IndexKeeperDependencies,
  signal: Cancellation,
): Promise<Result<IndexChange | null>> {
  const { schema, store, clock, limits } = dependencies;
  const there = await store.list();
  if (!there.ok) return there;
  const records = await loadRecords(store);
  if (!records.ok) return records;
  const choose = (current: readonly ListedIndex[]): Choice | null =>
    nextChange(advise(schema, records.value, current, limits, Date.parse(clock.now())));
  const adopted = await adopt(dependencies, there.value, records.value);
  if (!adopted.ok) return adopted;
  const isBroken = there.value.some(({ origin, isComplete }) => origin === 'made' && !isComplete);
  if (choose(there.value) === null && !isBroken) return ok(null);
  return applyChange(dependencies, choose, signal);
}

/** Notes made indexes that are in no record, because a server ended before it could note them. */
async function adopt(
  { store, clock }: IndexKeeperDependencies,
  there: readonly ListedIndex[],
  records: IndexRecords,
): Promise<Result<void>> {
  const now = Date.parse(clock.now());
  const forgotten = there.filter(
    (index) => index.origin === 'made' && index.isComplete && index.fields.length > 0,
  );
  for (const index of forgotten) {
    if (madeOf(records, index) !== undefined) continue;
    const layer = index.layer === 'any' ? 'published' : index.layer;
    const made = { type: index.type, layer, fields: index.fields };
    const noted = await updateRecord(store, index.type, (record) =>
      noteMade(record, made, { calls: 0, ms: 0 }, now),
    );
    if (!noted.ok) return noted;
  }
  return ok(undefined);
}
