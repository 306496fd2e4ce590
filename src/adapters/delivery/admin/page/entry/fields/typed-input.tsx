import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Json } from '../../../../../../domain/schema/schema.js';
import { say } from '../../messages/messages.js';
import { isHalfTyped, isTimed, useTimeStep } from '../../ui/timed-input.js';
import { useEntry, useOpenEntry } from '../entry-context.js';
import { same } from '../edits.js';
import { changeBetween } from './code/change-between.js';
import { CodeInput } from './code/code-input.js';
import type { TextForm } from './text-forms.js';

interface Props {
  readonly id: string;
  readonly label: string;
  readonly form: TextForm;
  readonly value: Json;
  readonly change: (value: Json) => void;
  readonly isReadOnly: boolean;
  readonly placeholder?: string | undefined;
  /** What stands below it, which follows each key. */
  readonly below?: (text: string) => ReactNode;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** An input whose text stays as it is typed, also where it is no value yet. */
export function TypedInput(props: Props) {
  const { id, label, form, value, change, isReadOnly, placeholder, below, ...described } = props;
  const { store } = useOpenEntry();
  const held = useEntry(({ edits }) => edits.texts[id]);
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: Json } | null>(null);
  // A value that came from elsewhere replaces the text.
  const isCurrent = typed !== null && JSON.stringify(typed.value) === JSON.stringify(value);
  const isSecret = form.input === 'password';
  const text = held?.text ?? (isCurrent ? typed.text : form.format(value));
  const hasNoValue = held !== undefined;
  const step = useTimeStep(form.input, text);
  /** What a date was before somebody began to type: one that becomes wrong was others on the way. */
  const began = useRef(value);
  const place = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const last = useRef(text);
  // What an undo brings back is not typed: the caret goes to the end of what changed.
  useLayoutEffect(() => {
    const [was, input] = [last.current, place.current];
    last.current = text;
    if (was === text || input === null || input !== document.activeElement || input.selectionEnd === null)
      return;
    const { from, insert } = changeBetween(was, text);
    input.setSelectionRange(from + insert.length, from + insert.length);
  }, [text]);
  const type = (next: string, isHalf = false): void => {
    last.current = next;
    const parsed = isHalf ? undefined : form.parse(next);
    if (parsed === undefined) {
      if (isHalf && !same(value, began.current)) change(began.current);
      return store.putText(id, { text: next, fault: form.faultIn?.(next) ?? say('field.noJson') });
    }
    setTyped({ text: next, value: isSecret ? value : parsed });
    if (!isSecret) change(parsed);
    store.putText(id, null);
  };
  /** Reads what the browser tells no event of. */
  const look = (): void => {
    const input = place.current;
    if (input !== null && isTimed(input.type) && isHalfTyped(input) !== hasNoValue)
      type(input.value, isHalfTyped(input));
  };
  // Half a date is gone with the field that it was typed in.
  useEffect(() => {
    const input = place.current;
    if (input !== null && isTimed(input.type) && !isHalfTyped(input)) store.putText(id, null);
  }, [store, id]);
  const leave = (): void => {
    look();
    // Half a password is never saved, and a saved one is not shown.
    if (isSecret && text !== '') change(text);
    if (isSecret) setTyped(null);
    store.leave(id);
  };
  /** The field says it from when it was left, or saved. */
  const isUnsaid = hasNoValue && described['aria-invalid'] !== true;
  const describedBy = [described['aria-describedby'], isUnsaid && `${id}-typed`].filter(Boolean).join(' ');
  const note = hasNoValue ? undefined : form.note?.(text, value);
  const isInvalid = hasNoValue || described['aria-invalid'] === true;
  const shared = {
    id,
    ref: place,
    value: text,
    readOnly: isReadOnly,
    placeholder,
    dir: 'auto',
    onBlur: leave,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': isInvalid || undefined,
    'data-typed': hasNoValue && text !== '' ? 'alone' : undefined,
  } as const;
  return (
    <>
      {form.input === 'code' ? (
        <CodeInput
          id={id}
          label={label}
          text={text}
          type={type}
          leave={leave}
          isReadOnly={isReadOnly}
          line={hasNoValue ? (form.lineIn?.(text) ?? null) : null}
          isInvalid={isInvalid}
          describedBy={describedBy || undefined}
          isAlone={hasNoValue}
        />
      ) : form.input === 'area' ? (
        <textarea className="input" onChange={({ target }) => type(target.value)} {...shared} />
      ) : (
        <input
          className="input"
          type={form.input}
          inputMode={form.mode}
          step={step}
          autoComplete={form.input === 'password' ? 'new-password' : 'off'}
          onChange={({ target }) => type(target.value, isHalfTyped(target))}
          onFocus={() => {
            if (!hasNoValue) began.current = value;
          }}
          onKeyUp={look}
          {...shared}
        />
      )}
      {below?.(text)}
      {form.note && (
        <p className={note === undefined ? 'hidden' : 'hint'} role="status">
          {note}
        </p>
      )}
      {isUnsaid && (
        <p className="fault" id={`${id}-typed`}>
          {held?.fault}
        </p>
      )}
    </>
  );
}
