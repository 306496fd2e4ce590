import type { Result } from '../../domain/result.js';
import type { Store } from '../ports/store.js';
import type { CallerPositions } from './caller-positions.js';

/** Wraps a store so that a write is acknowledged when its position is noted with the request that it belongs to. */
export function notingWrites<S extends Pick<Store, 'documents' | 'units'>>(
  store: S,
  positions: Pick<CallerPositions, 'current'>,
): S {
  const { documents, units } = store;
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
