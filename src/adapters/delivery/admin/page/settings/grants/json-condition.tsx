import { useState } from 'react';
import type { Json } from '../../../../../../domain/schema/schema.js';
import { say } from '../../messages/messages.js';

interface Props {
  readonly id: string;
  readonly value: Json;
  readonly hasMe: boolean;
  readonly change: (value: Json) => void;
}

/** The condition on documents as JSON. What is not JSON yet is not taken. */
export function JsonCondition({ id, value, hasMe, change }: Props) {
  const [text, setText] = useState(() => writtenJson(value));
  const isBad = readJson(text) === undefined;
  const type = (next: string): void => {
    setText(next);
    const read = readJson(next);
    if (read !== undefined) change(read);
  };
  return (
    <>
      <textarea
        id={id}
        className="input code condition"
        rows={1}
        spellCheck={false}
        placeholder={say('grants.rows.all')}
        aria-invalid={isBad || undefined}
        aria-label={say('grants.rows')}
        aria-describedby={`${id}-hint`}
        value={text}
        onChange={({ target }) => type(target.value)}
      />
      <p className={isBad ? 'fault' : 'hint'} id={`${id}-hint`}>
        {isBad
          ? say('grants.rows.bad')
          : hasMe
            ? say('grants.rows.hintMe', { example: '{"createdBy": "$me"}' })
            : say('grants.rows.hint', { example: '{"rating": {"$gte": 3}}' })}
      </p>
    </>
  );
}

/** In one line if it is short. */
function writtenJson(value: Json): string {
  if (value === null) return '';
  const line = JSON.stringify(value);
  return line.length <= 48 ? line : JSON.stringify(value, null, 1);
}

/** An object, null for nothing, undefined for what is neither. */
function readJson(text: string): Json | undefined {
  if (text.trim() === '') return null;
  try {
    const read = JSON.parse(text) as Json;
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
