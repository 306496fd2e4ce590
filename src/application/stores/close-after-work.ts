import type { IndexStore } from '../ports/index-store.js';
import type { Store } from '../ports/store.js';
import { failure } from '../../domain/failure.js';
import { err, type Result } from '../../domain/result.js';

type Call = (...given: never[]) => Promise<Result<unknown>>;

/**
 * Wraps a store so that `close` waits for all running calls, including those that wait for a connection. Later calls
 * fail with `STORE.UNAVAILABLE`. A second `close` returns the same promise.
 */
export function closeAfterWork(store: Store): Store {
  // A counter, because a set of promises would keep their results in memory longer (docs/performance.md).
  let running = 0;
  let closing: Promise<void> | undefined;
  let wakeUp = (): void => {};

  async function run<T>(call: () => Promise<Result<T>>): Promise<Result<T>> {
    // A running unit may finish its work.
    if (closing !== undefined && store.units.current() === undefined) return err(closed);
    running += 1;
    try {
      return await call();
    } finally {
      running -= 1;
      if (running === 0) wakeUp();
    }
  }

  async function close(): Promise<void> {
    if (running > 0) await new Promise<void>((resolve) => (wakeUp = resolve));
    await store.close();
  }

  const watched = <Port extends { readonly [Name in keyof Port]: Call | null }>(port: Port): Port =>
    Object.fromEntries(
      Object.entries<Call | null>(port).map(([name, call]) => [
        name,
        call && ((...given: never[]) => run(() => call(...given))),
      ]),
    ) as Port;

  const watchedIndexes = ({ nameOf, ...calls }: IndexStore): IndexStore => ({ ...watched(calls), nameOf });

  return {
    documents: watched(store.documents),
    schema: watched(store.schema),
    access: watched(store.access),
    archive: watched(store.archive),
    audit: watched(store.audit),
    changes: watched(store.changes),
    changeSignal: store.changeSignal,
    captured: watched(store.captured),
    followers: watched(store.followers),
    indexes: store.indexes && watchedIndexes(store.indexes),
    rates: watched(store.rates),
    values: watched(store.values),
    statistics: watched(store.statistics),
    totals: watched(store.totals),
    freshness: store.freshness && watched(store.freshness),
    replicas: store.replicas,
    units: { run: (work) => run(() => store.units.run(work)), current: () => store.units.current() },
    limits: store.limits,
    serverVersion: () => run(() => store.serverVersion()),
    close: () => (closing ??= close()),
  };
}

const closed = failure('STORE.UNAVAILABLE', 'The database is closed');
