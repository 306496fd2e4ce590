import { failure, type Failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { UnitOfWork, UnitsOfWork } from '../ports/units-of-work.js';
import { OpenUnit, type UnitDriver } from './open-unit.js';

/** Carries a value through everything that a function causes, as `AsyncLocalStorage` does. */
export interface Carrier<Value> {
  getStore(): Value | undefined;
  run<T>(value: Value, work: () => T): T;
}

/** The units of one store, and the way in which its calls join them. `Handle` is the store's own transaction. */
export interface Units<Handle> extends UnitsOfWork {
  /**
   * Runs one call of the store: `inside` in the current unit, when its earlier calls have ended; `outside` if there is no
   * unit, or if it has ended by then.
   */
  join<T>(inside: (handle: Handle) => Promise<T>, outside: () => Promise<T>): Promise<T>;
}

export interface UnitOptions {
  readonly timeoutMs: number;
}

export const defaultUnitTimeoutMs = 60_000;

/** How often a unit is run that loses conflicts with other writers. */
const attempts = 12;
const maxPauseMs = 200;

export function createUnits<Handle>(
  driver: UnitDriver<Handle>,
  carrier: Carrier<OpenUnit<Handle>>,
  { timeoutMs }: UnitOptions,
): Units<Handle> {
  const current = (): OpenUnit<Handle> | undefined => {
    const unit = carrier.getStore();
    return unit?.isOpen === true ? unit : undefined;
  };

  async function attempt<T>(
    unit: OpenUnit<Handle>,
    work: (unit: UnitOfWork) => Promise<Result<T>>,
    leftMs: number,
  ): Promise<Result<T>> {
    const limit = startLimit(unit, leftMs, timeoutMs);
    try {
      const done = await Promise.race([carrier.run(unit, () => work(unit)), limit.passed]);
      if (!done.ok) return done;
      const committed = await unit.commit();
      return committed.ok ? done : committed;
    } finally {
      limit.stop();
      await unit.rollback();
    }
  }

  async function run<T>(work: (unit: UnitOfWork) => Promise<Result<T>>): Promise<Result<T>> {
    const outer = carrier.getStore();
    if (outer?.refusal !== undefined) return err(outer.refusal);
    if (outer?.isOpen === true) return work(innerOf(outer));
    const endsAt = performance.now() + timeoutMs;
    for (let tried = 1; ; tried++) {
      const unit = new OpenUnit(driver);
      const outcome = await settle(() => attempt(unit, work, endsAt - performance.now()));
      if (!unit.lostConflict || tried === attempts || performance.now() >= endsAt) return outcome();
      await pause(Math.random() * Math.min(maxPauseMs, 2 ** tried));
    }
  }

  return {
    run,
    current,
    join: (inside, outside) => carrier.getStore()?.join(inside, outside) ?? outside(),
  };
}

/** An inner unit cannot end the outer one. */
const innerOf = (outer: UnitOfWork): UnitOfWork => ({
  commit: async () => ok(undefined),
  rollback: async () => {},
  onCommit: (callback) => outer.onCommit(callback),
  onRollback: (callback) => outer.onRollback(callback),
});

/** Returns the outcome of `work` as a function that returns or throws it. */
async function settle<T>(work: () => Promise<T>): Promise<() => T> {
  try {
    const value = await work();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** Rolls the unit back after `leftMs`. `passed` then resolves with the failure. */
function startLimit(
  unit: UnitOfWork,
  leftMs: number,
  timeoutMs: number,
): { readonly passed: Promise<Result<never>>; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<Result<never>>((resolve) => {
    timer = setTimeout(() => {
      const late = tookTooLong(timeoutMs);
      resolve(err(late));
      void unit.rollback(late);
    }, leftMs);
  });
  return { passed, stop: () => clearTimeout(timer) };
}

const tookTooLong = (timeoutMs: number): Failure =>
  failure('STORE.TIMEOUT', reason('store.transaction', { seconds: timeoutMs / 1000 }));

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
