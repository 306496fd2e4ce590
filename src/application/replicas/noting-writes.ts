import type { Result } from '../../domain/result.js';
import type { Store } from '../ports/store.js';
import type { CallerPositions } from './caller-positions.js';

/** Wraps a store so that a write is acknowledged when its position is noted with the request that it belongs to. */
export function notingWrites<S extends Pick<Store, 'documents' | 'units' | 'values'>>(
  store: S,
  positions: Pick<CallerPositions, 'current'>,
): S {
  const { documents, units, values } = store;
  const noted = async <T>(writing: Promise<Result<T>>): Promise<Result<T>> => {
    const done = await writing;
    const request = positions.current();
    if (!done.ok || request === undefined) return done;
    const unit = units.current();
    if (unit === undefined) await request.written();
    else unit.onCommit(() => void request.written());
    return done;
  };
  return {
    ...store,
    documents: {
      ...documents,
      write: (work) => noted(documents.write(work)),
      writeAll: (works) => noted(documents.writeAll(works)),
    },
    // Who finds a key taken is told of what was written with it, perhaps by another server.
    values: { ...values, claim: (key, value) => noted(values.claim(key, value)) },
    units: {
      ...units,
      async run(work) {
        const done = await units.run(work);
        if (units.current() === undefined) await positions.current()?.settled();
        return done;
      },
    },
  };
}
