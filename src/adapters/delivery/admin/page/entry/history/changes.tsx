import type { Json } from '../../../../../../domain/schema/schema.js';
import type { Version } from '../../../contract/history.js';
import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import { useOpenEntry } from '../entry-context.js';
import { compareLines, compareTexts, type Stretch } from './difference.js';
import { isText, linesOf } from './lines-of.js';

/** How an earlier version differs from the draft, attribute by attribute. */
export function Changes({ version: { changes, outdated } }: { readonly version: Version }) {
  if (changes.length === 0 && outdated.length === 0) return <p>{say('history.same')}</p>;
  return (
    <>
      {changes.length > 0 && (
        <p className="legend hint">
          <del>{say('history.legend.then')}</del> <ins>{say('history.legend.now')}</ins>
        </p>
      )}
      {changes.map(({ name, from, to }) => (
        <section className="change" key={name} aria-label={name}>
          <h3>{name}</h3>
          <Difference name={name} from={from} to={to} />
        </section>
      ))}
      {outdated.length > 0 && (
        <section className="change">
          <h3>{say('history.outdated')}</h3>
          <ul>
            {outdated.map(({ name, reason }) => (
              <li key={name}>
                {name}: <span className="hint">{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface DifferenceProps {
  readonly name: string;
  readonly from: Json;
  readonly to: Json;
}

function Difference({ name, from, to }: DifferenceProps) {
  const { type } = useOpenEntry();
  const { components } = useSession();
  const attribute = type.attributes.find((one) => one.name === name);
  const [then, now] = [from, to].map((value) => linesOf(attribute, value, components)) as [
    readonly string[],
    readonly string[],
  ];
  const stretches = isText(attribute)
    ? compareTexts(then.join('\n'), now.join('\n'))
    : compareLines(then, now).flatMap(byLine);
  return (
    <div className={isText(attribute) ? 'difference words' : 'difference'} dir="auto">
      {then.length === 0 && <p className="hint">{say('history.empty.then')}</p>}
      {now.length === 0 && <p className="hint">{say('history.empty.now')}</p>}
      {stretches.map((stretch, at) => (
        <Marked key={at} stretch={stretch} />
      ))}
    </div>
  );
}

/** Each line is marked by itself, without what indents it. */
const byLine = ({ kind, text }: Stretch): readonly Stretch[] =>
  kind === 'same' ? [{ kind, text }] : text.split(/(?<=\n)/).map((line) => ({ kind, text: line }));

function Marked({ stretch: { kind, text } }: { readonly stretch: Stretch }) {
  if (kind === 'same') return <span>{shortened(text)}</span>;
  const Mark = kind === 'gone' ? 'del' : 'ins';
  const [, indent = '', words = ''] = /^( *)(.*)$/s.exec(text) ?? [];
  return (
    <>
      {indent}
      <Mark>
        <span className="hidden">{say(kind === 'gone' ? 'history.gone' : 'history.new')} </span>
        {words}
      </Mark>
    </>
  );
}

const longest = 400;

/** Leaves out the middle of a long stretch that is the same. */
const shortened = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest / 2)} … ${text.slice(-longest / 2)}` : text;
