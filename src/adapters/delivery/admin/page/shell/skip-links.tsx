import { useState } from 'react';
import { say } from '../messages/messages.js';

const places = [
  { name: 'skip', selector: '#content' },
  { name: 'skip.filters', selector: 'main input[type=search], main [role=search] input' },
  { name: 'skip.saved', selector: 'main .save-state' },
] as const;

/** The ways past the side for the keyboard, to what the screen has at the moment. */
export function SkipLinks() {
  const [shown, setShown] = useState<readonly (typeof places)[number][]>([places[0]]);
  const look = (): void =>
    setShown(places.filter(({ selector }) => document.querySelector(selector) !== null));
  return (
    <div onFocus={look}>
      {shown.map(({ name, selector }) => (
        <a
          key={name}
          className="hidden skip"
          href="#content"
          onClick={(event) => {
            event.preventDefault();
            const place = document.querySelector<HTMLElement>(selector);
            if (place === null) return;
            if (!place.matches('input')) place.tabIndex = -1;
            place.focus();
          }}
        >
          {say(name)}
        </a>
      ))}
    </div>
  );
}
