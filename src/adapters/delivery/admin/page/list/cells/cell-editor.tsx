import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { Json, Scalar } from '../../../../../../domain/schema/schema.js';
import { formOf } from '../../entry/fields/text-forms.js';
import { say } from '../../messages/messages.js';
import { choicesOf, ScalarInput } from '../../ui/scalar-input.js';
import { isHalfTyped } from '../../ui/timed-input.js';
import type { Leading } from './use-cells.js';

interface Props {
  readonly attribute: Scalar;
  readonly value: Json;
  /** Whether what is saved is public at once. */
  readonly isPublic: boolean;
  /** `next` undefined: nothing is to be saved. */
  readonly leave: (next: Json | undefined, leading: Leading) => void;
}

/** The value of an attribute in the cell of a list while it is typed. */
export default function CellEditor({ attribute, value, isPublic, leave }: Props) {
  const [first] = useState(() => textFrom(attribute, value));
  const [text, setText] = useState(first);
  const place = useRef<HTMLDivElement>(null);
  const isLeft = useRef(false);
  const id = useId();
  const isLong = attribute.type === 'text' || first.includes('\n');
  useEffect(() => {
    const input = place.current?.querySelector<HTMLInputElement>('input, textarea, select');
    input?.focus();
    if (input?.tagName !== 'SELECT') input?.select();
  }, []);
  const [fault, setFault] = useState<string>();
  const form = formOf(attribute);
  const note = form.note?.(form.format(text), text);
  const end = (leading: Leading, isSaved = true): void => {
    if (isLeft.current) return;
    const input = place.current?.querySelector('input');
    const value = text === first ? undefined : valueFrom(attribute, text);
    // It stays open: what has no value is kept in its input alone.
    if (isSaved && ((input && isHalfTyped(input)) || (value === undefined && text !== first)))
      return setFault(form.faultIn?.(text));
    isLeft.current = true;
    leave(isSaved ? value : undefined, leading);
  };
  const press = (event: KeyboardEvent): void => {
    const { key, shiftKey, ctrlKey, altKey, metaKey, nativeEvent } = event;
    // Keys for the rows are letters and arrows here.
    event.stopPropagation();
    if (nativeEvent.isComposing || ctrlKey || altKey || metaKey) return;
    if (key === 'Enter' && shiftKey && isLong) return;
    if (key === 'Escape') end('stay', false);
    else if (key === 'Enter') end('down');
    else if (key === 'Tab') end(shiftKey ? 'left' : 'right');
    else return;
    event.preventDefault();
  };
  return (
    <div className="cell-editor" ref={place} onKeyDown={press} onBlur={() => end('away')}>
      <ScalarInput
        label={attribute.name}
        describedBy={id}
        attribute={attribute}
        value={text}
        change={(next) => {
          setText(next);
          setFault(undefined);
        }}
        isLong={isLong}
        {...(!attribute.required && { none: say('field.none') })}
      />
      <p className={fault === undefined ? 'hint' : 'fault'} id={id} role={fault && 'alert'}>
        {fault ?? say(isPublic ? 'cell.public' : 'cell.draft')}
      </p>
      {form.note && (
        <p className={note === undefined ? 'hidden' : 'hint'} role="status">
          {note}
        </p>
      )}
    </div>
  );
}

const isMoment = ({ type }: Scalar): boolean => type === 'datetime' || type === 'timestamp';

/** Moments are typed in the time zone of the browser, but kept as they are stored. */
const textFrom = (attribute: Scalar, value: Json): string =>
  value === null || typeof value === 'string' ? (value ?? '') : formOf(attribute).format(value);

function valueFrom(attribute: Scalar, text: string): Json | undefined {
  const isChosen = choicesOf(attribute) !== null;
  if (text === '' && (isChosen || isMoment(attribute))) return null;
  if (attribute.type === 'boolean') return text === 'true';
  return isChosen || isMoment(attribute) ? text : formOf(attribute).parse(text);
}
