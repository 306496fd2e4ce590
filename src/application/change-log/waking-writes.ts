import type { ChangeSignal } from '../ports/change-signal.js';
import type { DocumentStore } from '../ports/document-store.js';
import type { UnitsOfWork } from '../ports/units-of-work.js';

/** Wraps a store so that every logged write signals after its commit. */
export const wakingWrites = (
  store: DocumentStore,
  units: Pick<UnitsOfWork, 'current'>,
  { send }: Pick<ChangeSignal, 'send'>,
): DocumentStore => ({
  ...store,
  async write(work) {
    const done = await store.write(work);
    if (done.ok && work.change !== undefined) wake(units, send);
    return done;
  },
  async writeAll(works) {
    const done = await store.writeAll(works);
    if (done.ok && works.some(({ change }, index) => change !== undefined && done.value[index]?.ok === true))
      wake(units, send);
    return done;
  },
});

function wake(units: Pick<UnitsOfWork, 'current'>, send: () => void): void {
  const unit = units.current();
  if (unit === undefined) send();
  else unit.onCommit(send);
}
