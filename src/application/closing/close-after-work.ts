import type { Store } from '../ports/store.js';
import { failure } from '../../domain/failure.js';
import { err, type Result } from '../../domain/result.js';

type Call = (...given: never[]) => Promise<Result<unknown>>;

/**
 * A store whose `close` waits for every call that runs, those too that wait for a connection of the pool. Calls that
 * come later fail with `STORE.UNAVAILABLE`.
 */
export function closeAfterWork(store: Store): Store {
  const running = new Set<Promise<unknown>>();
  let isClosing = false;

  async function run<T>(call: () => Promise<Result<T>>): Promise<Result<T>> {
    if (isClosing) return err(closed);
    const work = call();
    running.add(work);
    try {
      return await work;
    } finally {
      running.delete(work);
    }
  }

  const watched = <Port extends { readonly [Name in keyof Port]: Call }>(port: Port): Port =>
    Object.fromEntries(
      Object.entries<Call>(port).map(([name, call]) => [
        name,
        (...given: never[]) => run(() => call(...given)),
      ]),
    ) as Port;

  return {
    documents: watched(store.documents),
    schema: watched(store.schema),
    access: watched(store.access),
    archive: watched(store.archive),
    audit: watched(store.audit),
    rates: watched(store.rates),
    async close() {
      isClosing = true;
      await Promise.allSettled(running);
      await store.close();
    },
  };
}

const closed = failure('STORE.UNAVAILABLE', 'The database is closed');
