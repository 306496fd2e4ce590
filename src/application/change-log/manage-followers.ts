import { failure, type Failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { ChangeLog, LoggedChange } from '../ports/change-log.js';
import type { FollowerProgress, FollowerRecord, FollowerStore } from '../ports/follower-store.js';

/** What an operator sees of followers, and can do about one that fails. */
export interface FollowerService {
  list(): Promise<Result<readonly ListedFollower[]>>;
  /** Passes over the next entry. Returns it; null if there is none. */
  skip(name: string): Promise<Result<LoggedChange | null>>;
  /** Ends the pause after failures, and has the entries that were set aside handled again. Returns how many. */
  retry(name: string): Promise<Result<number>>;
  /** Moves a follower to the oldest entry or after the newest one, and forgets what was set aside. */
  reset(name: string, to: 'start' | 'end'): Promise<Result<void>>;
  /** Forgets a follower that no server works for. */
  remove(name: string): Promise<Result<void>>;
}

export interface ListedFollower extends FollowerRecord {
  /** At most as many entries are left to handle. */
  readonly lag: number;
  readonly state: FollowerState;
}

export type FollowerState = 'idle' | 'working' | 'failing' | 'not running';

/** A server that handles entries at the same moment changes the record; then the change is made again. */
const attempts = 20;

export function createFollowerService(changes: ChangeLog, store: FollowerStore): FollowerService {
  const find = async (name: string): Promise<Result<FollowerRecord>> => {
    const listed = await store.list();
    if (!listed.ok) return listed;
    const found = listed.value.find((one) => one.name === name);
    return found === undefined ? err(noFollower(name)) : ok(found);
  };

  async function change<T>(
    name: string,
    decide: (record: FollowerRecord) => Promise<Result<{ readonly to: FollowerProgress; readonly told: T }>>,
  ): Promise<Result<T>> {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const record = await find(name);
      if (!record.ok) return record;
      const decided = await decide(record.value);
      if (!decided.ok) return decided;
      const saved = await store.save(record.value, decided.value.to, null);
      if (!saved.ok) return saved;
      if (saved.value) return ok(decided.value.told);
    }
    return err(busy(name));
  }

  return {
    async list() {
      const end = await changes.end();
      const listed = end.ok ? await store.list() : end;
      return listed.ok ? ok(listed.value.map((record) => listedOf(record, end.ok ? end.value : 0))) : listed;
    },
    skip: (name) =>
      change(name, async (record) => {
        const read = await changes.read(record.cursor, 1);
        if (!read.ok) return read;
        const [next = null] = read.value;
        return ok({ to: { ...record, ...fresh, cursor: next?.position ?? record.cursor }, told: next });
      }),
    retry: (name) =>
      change(name, async (record) => {
        const aside = record.aside.map((one) => ({ ...one, retry: true }));
        return ok({ to: { ...record, ...fresh, aside }, told: aside.length });
      }),
    reset: (name, to) =>
      change(name, async () => {
        const cursor = to === 'start' ? ok(0) : await changes.end();
        if (!cursor.ok) return cursor;
        return ok({ to: { ...fresh, cursor: cursor.value, aside: [] }, told: undefined });
      }),
    async remove(name) {
      const record = await find(name);
      if (!record.ok) return record;
      const removed = await store.remove(name);
      if (!removed.ok) return removed;
      return removed.value ? ok(undefined) : err(isWorkedFor(name));
    },
  };
}

const fresh = { failures: 0, retryAt: null, error: null };

function listedOf(record: FollowerRecord, end: number): ListedFollower {
  const lag = Math.max(0, end - record.cursor);
  return { ...record, lag, state: stateOf(record, lag) };
}

function stateOf({ holder, failures }: FollowerRecord, lag: number): FollowerState {
  if (holder === null) return 'not running';
  if (failures > 0) return 'failing';
  return lag > 0 ? 'working' : 'idle';
}

const noFollower = (name: string): Failure =>
  failure('INPUT.INVALID', `There is no follower "${name}" (see: quire followers)`);

const isWorkedFor = (name: string): Failure =>
  failure(
    'INPUT.MISMATCH',
    `A server works for "${name}", or did some seconds ago: it would follow nothing more until its next start. Take the follower out of its code, or stop it`,
  );

const busy = (name: string): Failure =>
  failure('STORE.CONFLICT', `The follower "${name}" goes on too fast to be changed: try again`);
