import { err, ok, type Result } from '../../domain/result.js';
import type { ChangeLog, LoggedChange } from '../ports/change-log.js';
import type { Clock } from '../ports/clock.js';
import type { FollowerProgress, FollowerRecord, FollowerStore, SetAside } from '../ports/follower-store.js';
import type { Log } from '../ports/log.js';
import type { Observations } from '../ports/observations.js';
import { mostSetAside, type Follower, type FollowerTimes } from './follower.js';
import { later } from '../later.js';

export interface FollowDependencies {
  readonly changes: ChangeLog;
  readonly store: FollowerStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly observations: Observations;
}

/** What a step has done: `standby` if another server works for the follower, `partial` if it handled less than a batch. */
export type Step = 'standby' | 'paused' | 'idle' | 'partial' | 'worked';

/** The work of this server for one follower. */
export class Following {
  /** How old the oldest entry is that was not handled when it was last read. */
  lagMs = 0;
  private isAdded = false;
  /** The end of a batch that failed: its entries are handled one by one, to find the one that fails. */
  private aloneUntil = 0;

  constructor(
    private readonly dependencies: FollowDependencies,
    private readonly follower: Follower,
    private readonly holder: string,
    private readonly times: FollowerTimes,
  ) {}

  /** Gives a new follower its place in the log: it gets what is written from then on. */
  async register(): Promise<Result<void>> {
    if (this.isAdded) return ok(undefined);
    const { changes, store } = this.dependencies;
    const end = this.follower.from === 'start' ? ok(0) : await changes.end();
    const added = end.ok ? await store.add(this.follower.name, end.value) : end;
    this.isAdded = added.ok;
    return added;
  }

  /** Claims the follower, and handles one batch. */
  async step(): Promise<Result<Step>> {
    const added = await this.register();
    if (!added.ok) return added;
    const claimed = await this.claim();
    if (!claimed.ok) return claimed;
    const record = claimed.value;
    if (record === null) return ok('standby');
    if (record.retryAt !== null && record.retryAt > this.dependencies.clock.now()) return ok('paused');
    const again = record.aside.find(({ retry }) => retry);
    return again === undefined ? this.goOn(record) : this.tryAgain(record, again);
  }

  release(): Promise<Result<void>> {
    return this.dependencies.store.release(this.follower.name, this.holder);
  }

  private claim(): Promise<Result<FollowerRecord | null>> {
    return this.dependencies.store.claim(this.follower.name, this.holder, this.times.leaseMs);
  }

  private async goOn(record: FollowerRecord): Promise<Result<Step>> {
    const { batchSize = 500 } = this.follower;
    const isAlone = record.failures > 0 || record.cursor < this.aloneUntil;
    const limit = isAlone ? 1 : batchSize;
    const read = await this.dependencies.changes.read(record.cursor, limit);
    if (!read.ok) return read;
    const last = read.value.at(-1);
    this.lagMs = this.ageOf(read.value[0]);
    if (last === undefined) return ok('idle');
    const error = await this.handle(read.value);
    if (error !== null) return this.failed(record, read.value, error);
    this.observe('handled', read.value.length);
    const progress = { ...record, cursor: last.position, failures: 0, retryAt: null, error: null };
    const saved = await this.save(record, progress);
    return saved.ok && read.value.length < limit ? ok('partial') : saved;
  }

  private async failed(
    record: FollowerRecord,
    entries: readonly LoggedChange[],
    error: string,
  ): Promise<Result<Step>> {
    const failures = record.failures + 1;
    const [entry, ...others] = entries;
    this.aloneUntil = Math.max(this.aloneUntil, entries.at(-1)?.position ?? 0);
    this.observe('failed', entries.length);
    const isLast = failures >= this.times.tries && record.aside.length < mostSetAside;
    if (entry !== undefined && others.length === 0 && isLast) return this.setAside(record, entry, error);
    if (failures === 1)
      this.dependencies.log.warn(`the follower "${this.follower.name}" fails and is tried again`, { error });
    return this.save(record, { ...record, failures, retryAt: this.retryTime(failures), error });
  }

  private setAside(record: FollowerRecord, entry: LoggedChange, error: string): Promise<Result<Step>> {
    const { type, documentId, action, position } = entry;
    this.dependencies.log.error(
      `the follower "${this.follower.name}" sets an entry aside that failed ${this.times.tries} times`,
      { type, documentId, action, position, error },
    );
    this.observe('set-aside', 1);
    const aside = [...record.aside, { entry, error, retry: false }];
    return this.save(record, { cursor: position, failures: 0, retryAt: null, error, aside });
  }

  private async tryAgain(record: FollowerRecord, again: SetAside): Promise<Result<Step>> {
    const error = await this.handle([again.entry]);
    this.observe(error === null ? 'handled' : 'failed', 1);
    const kept = error === null ? [] : [{ ...again, error, retry: false }];
    const aside = record.aside.flatMap((one) => (one === again ? kept : [one]));
    return this.save(record, { ...record, aside, error: error ?? record.error });
  }

  /** Saves the progress. If somebody else has changed the record meanwhile, that holds, and the entries may come again. */
  private async save(record: FollowerRecord, progress: FollowerProgress): Promise<Result<Step>> {
    const saved = await this.dependencies.store.save(record, progress, this.holder);
    return saved.ok ? ok('worked') : err(saved.failure);
  }

  /** Calls the handler while the lease is renewed. Returns the error, or null. */
  private async handle(entries: readonly LoggedChange[]): Promise<string | null> {
    const lost = new AbortController();
    const stop = this.renew(lost);
    try {
      await this.follower.handle(entries, lost.signal);
      return null;
    } catch (error) {
      return (error instanceof Error ? error.message : String(error)).slice(0, 1_000);
    } finally {
      stop();
    }
  }

  private renew(lost: AbortController): () => void {
    let renewedAt = performance.now();
    const timer = setInterval(() => {
      const askedAt = performance.now();
      const isOver = (): boolean => performance.now() - renewedAt > this.times.leaseMs;
      this.claim().then(
        (claimed) => {
          if (claimed.ok && claimed.value !== null) renewedAt = askedAt;
          else if (claimed.ok || isOver()) lost.abort();
        },
        // Such as another password of the database, which the next step reports.
        () => isOver() && lost.abort(),
      );
    }, this.times.leaseMs / 3);
    return () => clearInterval(timer);
  }

  private retryTime(failures: number): string {
    const { firstPauseMs, longestPauseMs } = this.times;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));
    return later(this.dependencies.clock.now(), pauseMs);
  }

  private ageOf(entry: LoggedChange | undefined): number {
    if (entry === undefined) return 0;
    return Math.max(0, Date.parse(this.dependencies.clock.now()) - Date.parse(entry.at));
  }

  private observe(outcome: 'handled' | 'failed' | 'set-aside', entries: number): void {
    const { name } = this.follower;
    this.dependencies.observations.observe({ kind: 'follower-step', name, outcome, entries });
  }
}
