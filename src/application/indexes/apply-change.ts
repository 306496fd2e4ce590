import type { Cancellation } from '../../domain/cancellation.js';
import { ok, type Result } from '../../domain/result.js';
import type { Schema } from '../../domain/schema/schema.js';
import type { Clock } from '../ports/clock.js';
import type { IndexChange, IndexStore, ListedIndex } from '../ports/index-store.js';
import type { Log } from '../ports/log.js';
import type { Choice } from './advise.js';
import { forgetServed, isSame, noteHeld, noteMade } from './index-record.js';
import { updateRecord } from './records.js';

export interface Changing {
  readonly schema: Schema;
  readonly store: IndexStore;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Makes or removes the index that `choose` names, logs it, and notes it in the records. An index that cannot be made is held
 * back. Returns the change; null: there is none.
 */
export async function applyChange(
  changing: Changing,
  choose: (there: readonly ListedIndex[]) => Choice | null,
  signal: Cancellation,
): Promise<Result<IndexChange | null>> {
  const { store, log } = changing;
  const chosen: { choice: Choice | null } = { choice: null };
  const beganAt = performance.now();
  const done = await store.change((there) => (chosen.choice = choose(there))?.change ?? null, signal);
  const { choice } = chosen;
  if (choice === null) return done;
  const { change, why } = choice;
  if (done.ok) {
    const name = change.kind === 'make' ? store.nameOf(change.index) : change.index.name;
    const about = { type: change.index.type, attributes: change.index.fields.join(', '), why };
    if (change.kind === 'drop') log.info(`Removed the index "${name}"`, about);
    else
      log.info(`Made the index "${name}"`, {
        ...about,
        milliseconds: Math.round(performance.now() - beganAt),
      });
  } else if (signal.aborted) return done;
  const noted = await note(changing, choice, done);
  return noted.ok ? done : noted;
}

async function note(
  { schema, store, clock, log }: Changing,
  { change, before }: Choice,
  done: Result<unknown>,
): Promise<Result<void>> {
  const now = Date.parse(clock.now());
  const { index } = change;
  if (change.kind === 'drop') {
    if (!done.ok) return ok(undefined);
    return updateRecord(store, index.type, (record) => ({
      ...record,
      made: record.made.filter((one) => !isSame(change.index, one.index)),
    }));
  }
  const made = change.index;
  if (!done.ok) {
    const reason = done.failure.message;
    log.warn(`the index "${store.nameOf(made)}" could not be made; it is tried again later`, { reason });
    return updateRecord(store, made.type, (record) => noteHeld(record, made, { reason }, now));
  }
  for (const type of schema.contentTypes.keys()) {
    const updated = await updateRecord(store, type, (record) => {
      const anew = forgetServed(record, made);
      return type === made.type ? noteMade(anew, made, before, now) : anew;
    });
    if (!updated.ok) return updated;
  }
  return ok(undefined);
}
