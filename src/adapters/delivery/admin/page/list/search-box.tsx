import { Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { say } from '../messages/messages.js';
import { useKeys } from '../shell/keys.js';

const pauseMs = 150;

interface Props {
  readonly value: string;
  readonly change: (text: string) => void;
  /** Moves on to what was found. */
  readonly enter?: () => void;
  /** The id of what says where it is searched. */
  readonly describedBy?: string;
}

/** Searches after each pause in typing. */
export function SearchBox({ value, change, enter, describedBy }: Props) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const send = useRef(change);
  send.current = change;
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => send.current(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, value]);
  useKeys(useMemo(() => ({ '/': () => input.current?.focus() }), []));
  return (
    <label className="search">
      <Search size={16} aria-hidden />
      <span className="hidden">{say('list.search')}</span>
      <input
        ref={input}
        type="search"
        className="input"
        placeholder={say('list.search')}
        maxLength={200}
        aria-describedby={describedBy}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || enter === undefined) return;
          event.preventDefault();
          enter();
        }}
      />
    </label>
  );
}
