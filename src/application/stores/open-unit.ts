import { failure, hasUnknownOutcome, type Failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { UnitOfWork } from '../ports/units-of-work.js';
import { ThrownFailure } from '../thrown-failure.js';
import { attemptWith } from './attempt.js';

/** The transactions of one store. */
export interface UnitDriver<Handle> {
  /** Called for the first call of the store in a unit. */
  begin(): Promise<Handle>;
  /** If it rejects, nothing is committed, or nobody knows (`STORE.UNAVAILABLE`); `rollback` is not called. */
  commit(handle: Handle): Promise<void>;
  rollback(handle: Handle): Promise<void>;
  /** Whether an error means that another writer was faster, so that the unit has to run again. */
  isConflict(error: unknown): boolean;
  /** The failure that an error of the database stands for; null for a bug. */
  failureOf(error: unknown): Failure | null;
  /**
   * Why the unit cannot be committed after a call has failed with `error`, because the store could not undo that call
   * alone. Absent: it always can.
   */
  doomed?(handle: Handle, error: unknown): Failure | null;
}

/** One unit of work, from its start to its end. */
export class OpenUnit<Handle> implements UnitOfWork {
  isOpen = true;
  /** Whether another writer was faster. The unit is then taken back and run again. */
  lostConflict = false;
  /** What later calls of the work fail with; undefined: they are made on their own. */
  refusal: Failure | undefined;
  private doom: Failure | null = null;
  private handle: Promise<Handle> | undefined;
  /** The last call that waits or runs, and the one that runs. */
  private last: Promise<unknown> = Promise.resolve();
  private running: Promise<unknown> = Promise.resolve();
  private ended: Promise<unknown> = Promise.resolve();
  private readonly committed: (() => void)[] = [];
  private readonly takenBack: (() => void)[] = [];

  constructor(private readonly driver: UnitDriver<Handle>) {}

  join<T>(inside: (handle: Handle) => Promise<T>, outside: () => Promise<T>): Promise<T> {
    if (!this.isOpen) return this.afterEnd(outside);
    const done = this.last.then(() => {
      // The end of the unit overtakes calls that wait.
      if (!this.isOpen) return this.afterEnd(outside);
      const call = this.perform(inside);
      this.running = call.catch(() => {});
      return call;
    });
    this.last = done.catch(() => {});
    return done;
  }

  onCommit(callback: () => void): void {
    this.committed.push(callback);
  }

  onRollback(callback: () => void): void {
    this.takenBack.push(callback);
  }

  async commit(): Promise<Result<void>> {
    if (!this.isOpen) return this.refusal === undefined ? ok(undefined) : err(this.refusal);
    const lost = this.lostConflict ? conflict : this.doom;
    if (lost !== null) {
      await this.rollback(lost);
      return err(lost);
    }
    const done = await this.finish((handle) => this.driver.commit(handle));
    if (done.ok) for (const callback of this.committed) callback();
    else if (!hasUnknownOutcome(done.failure)) for (const callback of this.takenBack) callback();
    return done;
  }

  async rollback(refusal?: Failure): Promise<void> {
    if (!this.isOpen) return void (await this.ended);
    this.refusal = refusal ?? (this.lostConflict ? conflict : undefined);
    await this.finish((handle) => this.driver.rollback(handle));
    for (const callback of this.takenBack) callback();
  }

  private finish(how: (handle: Handle) => Promise<void>): Promise<Result<void>> {
    this.isOpen = false;
    const ending = attemptWith(
      (error) => {
        this.lostConflict ||= this.driver.isConflict(error);
        return this.lostConflict ? conflict : this.driver.failureOf(error);
      },
      async () => {
        await this.running;
        const handle = await this.handle?.catch(() => undefined);
        if (handle !== undefined) await how(handle);
        return ok(undefined);
      },
    );
    this.ended = ending.catch(() => {});
    return ending;
  }

  private async perform<T>(inside: (handle: Handle) => Promise<T>): Promise<T> {
    const lost = this.lostConflict ? conflict : this.doom;
    if (lost !== null) throw new ThrownFailure(lost);
    const handle = await this.begun();
    try {
      return await inside(handle);
    } catch (error) {
      this.lostConflict ||= this.driver.isConflict(error);
      if (this.lostConflict) throw new ThrownFailure(conflict);
      this.doom ??= this.driver.doomed?.(handle, error) ?? null;
      throw error;
    }
  }

  private async begun(): Promise<Handle> {
    try {
      return await (this.handle ??= this.driver.begin());
    } catch (error) {
      this.handle = undefined;
      throw error;
    }
  }

  private async afterEnd<T>(outside: () => Promise<T>): Promise<T> {
    if (this.refusal !== undefined) throw new ThrownFailure(this.refusal);
    await this.ended;
    return outside();
  }
}

const conflict = failure('STORE.CONFLICT', reason('store.conflict'));
