import { X } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Json, Scalar } from '../../../../../../domain/schema/schema.js';
import { say } from '../../messages/messages.js';
import { frameOf } from '../../ui/attribute-label.js';
import { described, FieldFrame } from '../../ui/field-frame.js';
import { Tool } from '../../ui/tool.js';
import { useEntry, useOpenEntry } from '../entry-context.js';
import { formOf } from './text-forms.js';
import { TypedInput } from './typed-input.js';
import { moved, useReorder } from './use-reorder.js';
import type { ValueProps } from './value-props.js';
import './links.css';

const isTexts = (value: Json): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** A list of texts, one below the other; other values, and what somebody wants to see so, as JSON. */
export default function ArrayField(props: ValueProps<Scalar>) {
  const { attribute, value, change, path, faults, isReadOnly } = props;
  const { store } = useOpenEntry();
  const [isJson, setJson] = useState(false);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const values = value === null ? [] : value;
  const isList = isTexts(values);
  const texts = isList ? values : [];
  /** The place of the value that gets the focus as soon as it is there. */
  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const input = list.current?.querySelectorAll('input')[wanted.current];
    (input ?? document.getElementById(path))?.focus();
    wanted.current = null;
  });
  const put = (next: readonly string[], at: number): void => {
    wanted.current = at;
    change(next);
  };
  const move = (from: number, to: number): void => {
    put(moved(texts, from, to), to);
    setSaid(say('item.moved', { name: texts[from], place: to + 1, count: texts.length }));
  };
  const row = useReorder(texts.length, isReadOnly ? undefined : move);
  const press = (event: KeyboardEvent, at: number): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') put(texts.toSpliced(at + 1, 0, ''), at + 1);
    else if (event.key === 'Backspace' && texts[at] === '') put(texts.toSpliced(at, 1), Math.max(0, at - 1));
    else return;
    event.preventDefault();
  };
  const frame = frameOf(attribute);
  const fault = faults[path];
  const form = formOf(attribute);
  const isHeld = useEntry(({ edits }) => edits.texts[path] !== undefined);
  const isShownAsJson = isJson || !isList || isHeld;
  return (
    <FieldFrame id={path} {...frame} fault={fault} {...(!isShownAsJson && { isGroup: true })}>
      {isShownAsJson ? (
        <TypedInput
          id={path}
          label={frame.label}
          form={form}
          value={value}
          change={change}
          isReadOnly={isReadOnly}
          {...described(path, undefined, fault, frame.help)}
        />
      ) : (
        texts.length > 0 && (
          <ol className="files" ref={list} aria-label={frame.label}>
            {texts.map((text, at) => (
              // Values have no names of their own.
              <li className="value" key={at} {...row(at, false)}>
                <input
                  className="input"
                  aria-label={say('array.value', { name: frame.label, place: at + 1 })}
                  dir="auto"
                  value={text}
                  readOnly={isReadOnly}
                  onChange={({ target }) => change(texts.with(at, target.value))}
                  onBlur={() => store.leave(path)}
                  onKeyDown={(event) => press(event, at)}
                />
                {!isReadOnly && (
                  <Tool
                    label={say('link.remove', { label: text || String(at + 1) })}
                    icon={<X size={16} aria-hidden />}
                    run={() => put(texts.toSpliced(at, 1), Math.min(at, texts.length - 2))}
                  />
                )}
              </li>
            ))}
          </ol>
        )
      )}
      <p className="hidden" role="status">
        {said}
      </p>
      {(!isReadOnly || isList) && (
        <div className="row">
          {!isReadOnly && !isShownAsJson && (
            <button
              type="button"
              className="button"
              id={path}
              onClick={() => put([...texts, ''], texts.length)}
            >
              {say('array.add')}
            </button>
          )}
          {isList && !isHeld && (
            <button type="button" className="button quiet" onClick={() => setJson(!isJson)}>
              {say(isJson ? 'array.asList' : 'array.asJson')}
            </button>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
