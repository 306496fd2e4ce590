import type { Version } from '../../../contract/history.js';
import { say } from '../../messages/messages.js';
import { useLabels } from '../entry-context.js';
import { Difference } from '../compare/difference-view.js';

/** How an earlier version differs from the draft, attribute by attribute. */
export function Changes({ version: { changes, outdated } }: { readonly version: Version }) {
  const labelOf = useLabels();
  if (changes.length === 0 && outdated.length === 0) return <p>{say('history.same')}</p>;
  return (
    <>
      {changes.length > 0 && (
        <p className="legend hint">
          <del>{say('history.legend.then')}</del> <ins>{say('history.legend.now')}</ins>
        </p>
      )}
      {changes.map(({ name, from, to }) => (
        <section className="change" key={name} aria-label={labelOf(name)}>
          <h3>{labelOf(name)}</h3>
          <Difference name={name} from={from} to={to} words={words} />
        </section>
      ))}
      {outdated.length > 0 && (
        <section className="change">
          <h3>{say('history.outdated')}</h3>
          <ul>
            {outdated.map(({ name, reason }) => (
              <li key={name}>
                {labelOf(name)}: <span className="hint">{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const words = {
  gone: 'history.gone',
  new: 'history.new',
  emptyThen: 'history.empty.then',
  emptyNow: 'history.empty.now',
} as const;
