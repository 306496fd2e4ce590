import type { Json } from '../../../../../../domain/schema/schema.js';
import type { WireType } from '../../../contract/types.js';
import { say, type MessageId } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import { useOpenEntry } from '../entry-context.js';
import { compareLines, compareTexts, type Stretch } from './difference.js';
import { linkChanges } from './link-changes.js';
import { isText, linesOf } from './lines-of.js';

/** What the two sides are called. */
export interface DifferenceWords {
  readonly gone: MessageId;
  readonly new: MessageId;
  readonly emptyThen: MessageId;
  readonly emptyNow: MessageId;
}

/** Of an earlier version beside what is there now. */
export const wordsSince = {
  gone: 'history.gone',
  new: 'history.new',
  emptyThen: 'history.empty.then',
  emptyNow: 'history.empty.now',
} as const satisfies DifferenceWords;

interface DifferenceProps {
  readonly name: string;
  readonly from: Json;
  readonly to: Json;
  readonly words: DifferenceWords;
}

/** How a value differs from another one: texts by words, links by what happened to each, all else by lines. */
export function Difference(props: DifferenceProps) {
  const { type } = useOpenEntry();
  return <DifferenceIn type={type} {...props} />;
}

/** The same where no entry is open. */
export function DifferenceIn({
  type,
  name,
  from,
  to,
  words,
}: DifferenceProps & { readonly type: Pick<WireType, 'attributes'> }) {
  const { components } = useSession();
  const attribute = type.attributes.find((one) => one.name === name);
  if (attribute?.kind === 'relation' && attribute.many && Array.isArray(from) && Array.isArray(to))
    return <LinkDifference from={from} to={to} />;
  const [then, now] = [from, to].map((value) => linesOf(attribute, value, components)) as [
    readonly string[],
    readonly string[],
  ];
  // Marks that are not told in words, such as underlining, are compared as they are stored.
  const isSaid = then.join('\n') !== now.join('\n');
  if (!isSaid) return <p className="hint">{say('diff.form')}</p>;
  const stretches = isText(attribute)
    ? compareTexts(then.join('\n'), now.join('\n'))
    : compareLines(then, now).flatMap(byLine);
  return (
    <div className={isText(attribute) ? 'difference words' : 'difference'}>
      {then.length === 0 && <p className="hint">{say(words.emptyThen)}</p>}
      {now.length === 0 && <p className="hint">{say(words.emptyNow)}</p>}
      {stretches.map((stretch, at) => (
        <Marked key={at} stretch={stretch} words={words} />
      ))}
    </div>
  );
}

interface LinkDifferenceProps {
  readonly from: readonly Json[];
  readonly to: readonly Json[];
}

/** Which links are new, gone, or in another place. */
function LinkDifference({ from, to }: LinkDifferenceProps) {
  return (
    <ul className="difference">
      {linkChanges(from, to).map(({ kind, documentId, label: title, isGone }) => {
        const label = isGone ? say('history.goneLink', { label: title }) : title;
        return (
          <li key={`${kind} ${documentId}`}>
            <span className="hint">{say(`diff.link.${kind}`)}</span>{' '}
            {kind === 'added' ? (
              <ins dir="auto">{label}</ins>
            ) : kind === 'removed' ? (
              <del dir="auto">{label}</del>
            ) : (
              <span dir="auto">{label}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Each line is marked by itself, without what indents it. */
const byLine = ({ kind, text }: Stretch): readonly Stretch[] =>
  kind === 'same' ? [{ kind, text }] : text.split(/(?<=\n)/).map((line) => ({ kind, text: line }));

interface MarkedProps {
  readonly stretch: Stretch;
  readonly words: DifferenceWords;
}

function Marked({ stretch: { kind, text }, words }: MarkedProps) {
  if (kind === 'same') return <span>{shortened(text)}</span>;
  const Mark = kind === 'gone' ? 'del' : 'ins';
  const [, indent = '', rest = ''] = /^( *)(.*)$/s.exec(text) ?? [];
  return (
    <>
      {indent}
      <Mark>
        <span className="hidden">{say(words[kind])} </span>
        {rest}
      </Mark>
    </>
  );
}

const longest = 400;

/** Leaves out the middle of a long stretch that is the same. */
const shortened = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest / 2)} … ${text.slice(-longest / 2)}` : text;
