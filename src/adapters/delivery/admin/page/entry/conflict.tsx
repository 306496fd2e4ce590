import type { Json } from '../../../../../domain/schema/schema.js';
import { say } from '../messages/messages.js';
import { useEntry, useLabels, useOpenEntry } from './entry-context.js';

const shown = (value: Json | undefined): string =>
  value === null || value === undefined
    ? '–'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value, null, 2);

/** What was changed here and elsewhere, side by side, until each is decided. */
export function Conflict() {
  const { store } = useOpenEntry();
  const labelOf = useLabels();
  const problem = useEntry((state) => state.problem);
  const values = useEntry(({ edits }) => edits.values);
  if (problem?.kind !== 'conflict') return null;
  const { theirs, names } = problem;
  return (
    <section className="conflict" role="alertdialog" aria-label={say('conflict.title')}>
      <p>{say('conflict.title')}</p>
      {names.map((name) => (
        <div className="conflict-pair" key={name}>
          <h2>{labelOf(name)}</h2>
          <div>
            <p className="hint">{say('conflict.mine')}</p>
            <pre dir="auto">{shown(values[name])}</pre>
            <button type="button" className="button" onClick={() => store.settle(name, 'mine')}>
              {say('conflict.keepMine', { name: labelOf(name) })}
            </button>
          </div>
          <div>
            <p className="hint">{say('conflict.theirs')}</p>
            <pre dir="auto">{shown(theirs.values[name])}</pre>
            <button type="button" className="button" onClick={() => store.settle(name, 'theirs')}>
              {say('conflict.takeTheirs', { name: labelOf(name) })}
            </button>
          </div>
        </div>
      ))}
    </section>
  );
}
