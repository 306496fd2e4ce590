import type { ReactNode } from 'react';
import type { Version } from '../../../contract/history.js';
import { say } from '../../messages/messages.js';
import { wordsOf } from '../../messages/words-of-refusals.js';
import { useLabels } from '../entry-context.js';
import { Difference, wordsSince } from '../compare/difference-view.js';

interface Props {
  readonly version: Version;
  /** Whether it is compared with another version instead of the draft. */
  readonly isOther: boolean;
  /** What can be done with an attribute that differs. */
  readonly toolsOf: (name: string) => ReactNode;
}

/** How an earlier version differs from the draft or another one, attribute by attribute. */
export function Changes({ version: { changes, outdated }, isOther, toolsOf }: Props) {
  const labelOf = useLabels();
  if (changes.length === 0 && (outdated.length === 0 || isOther))
    return <p>{say(isOther ? 'history.same.other' : 'history.same')}</p>;
  return (
    <>
      {changes.length > 0 && (
        <p className="legend hint">
          <del>{say('history.legend.then')}</del>{' '}
          <ins>{say(isOther ? 'history.legend.other' : 'history.legend.now')}</ins>
        </p>
      )}
      {changes.map(({ name, from, to }) => (
        <section className="change" key={name} aria-label={labelOf(name)}>
          <div className="change-head">
            <h3>{labelOf(name)}</h3>
            {toolsOf(name)}
          </div>
          <Difference name={name} from={from} to={to} words={isOther ? otherWords : wordsSince} />
        </section>
      ))}
      {outdated.length > 0 && !isOther && (
        <section className="change">
          <h3>{say('history.outdated')}</h3>
          <ul>
            {outdated.map(({ name, message, reason }, at) => (
              <li key={at}>
                {labelOf(name)}: <span className="hint">{wordsOf(message, reason)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const otherWords = { ...wordsSince, new: 'history.other', emptyNow: 'history.empty.other' } as const;
