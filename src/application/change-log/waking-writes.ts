import type { DocumentStore } from '../ports/document-store.js';
import type { UnitsOfWork } from '../ports/units-of-work.js';

/** Wraps a store so that every logged write calls `wake` after its commit. */
export const wakingWrites = (
  store: DocumentStore,
  units: Pick<UnitsOfWork, 'current'>,
  wake: () => void,
): DocumentStore => ({
  ...store,
  async write(work) {
    const done = await store.write(work);
    if (!done.ok || work.change === undefined) return done;
    const unit = units.current();
    if (unit === undefined) wake();
    else unit.onCommit(wake);
    return done;
  },
});
