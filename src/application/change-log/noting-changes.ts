import type { ChangeEntry } from '../ports/change-log.js';
import type { DocumentStore, WriteWork } from '../ports/document-store.js';
import type { UnitsOfWork } from '../ports/units-of-work.js';

/** Wraps a store so that `noted` gets the entries of logged writes after their commit. It must not throw. */
export function notingChanges(
  store: DocumentStore,
  units: Pick<UnitsOfWork, 'current'>,
  noted: (changes: readonly ChangeEntry[]) => void,
): DocumentStore {
  const note = (works: readonly WriteWork[]): void => {
    const changes = works.flatMap(({ change = [] }) => change);
    if (changes.length === 0) return;
    const unit = units.current();
    if (unit === undefined) noted(changes);
    else unit.onCommit(() => noted(changes));
  };
  return {
    ...store,
    async write(work) {
      const done = await store.write(work);
      if (done.ok) note([work]);
      return done;
    },
    async writeAll(works) {
      const done = await store.writeAll(works);
      if (done.ok) note(works.filter((_, index) => done.value[index]?.ok === true));
      return done;
    },
  };
}
