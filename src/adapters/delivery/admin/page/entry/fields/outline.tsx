import { useState, type KeyboardEvent } from 'react';
import { say } from '../../messages/messages.js';
import './outline.css';

interface Props {
  /** Of the dynamic zone. */
  readonly name: string;
  readonly titles: readonly string[];
  readonly goTo: (at: number) => void;
}

/** The components of a dynamic zone beside it, where there is room: one stop of the Tab key, with arrow keys among them. */
export function Outline({ name, titles, goTo }: Props) {
  const [held, setHeld] = useState(0);
  const stop = Math.min(held, titles.length - 1);
  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    const { key, currentTarget } = event;
    const last = titles.length - 1;
    const next = { ArrowUp: stop - 1, ArrowDown: stop + 1, Home: 0, End: last }[key];
    if (next === undefined) return;
    event.preventDefault();
    const at = Math.max(0, Math.min(last, next));
    setHeld(at);
    (currentTarget.children[at] as HTMLElement).focus();
  };
  return (
    <nav className="outline" aria-label={say('item.outline', { name })}>
      <div onKeyDown={press}>
        {titles.map((title, at) => (
          // Titles are not unique, and places are what is meant.
          <button
            type="button"
            key={at}
            tabIndex={at === stop ? 0 : -1}
            onFocus={() => setHeld(at)}
            onClick={() => goTo(at)}
          >
            <bdi>{title}</bdi>
          </button>
        ))}
      </div>
    </nav>
  );
}
