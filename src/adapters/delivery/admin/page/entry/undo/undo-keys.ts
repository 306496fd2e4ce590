import type { Steps } from './steps.js';

/** Where the browser's own undo is right: in dialogs, in searches, in passwords, and in a text that is no value yet. */
const others = '[type=search], [type=password], [data-typed=alone]';
const dialogs = '[role=dialog], dialog[open]';

/** The letter of a key; of one that types another alphabet, the letter that is there on a Latin keyboard. */
const letterOf = ({ key, code }: KeyboardEvent): string =>
  (/^[a-z]$/i.test(key) ? key : code.replace(/^Key/, '')).toLowerCase();

/** What a key means for the entry; null: nothing. */
export function directionOf(event: KeyboardEvent): keyof Steps | null {
  const { ctrlKey, metaKey, altKey, shiftKey, target } = event;
  if (!(ctrlKey || metaKey) || altKey) return null;
  if ((target instanceof Element && target.matches(others)) || document.querySelector(dialogs) !== null)
    return null;
  const letter = letterOf(event);
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && !shiftKey ? 'redo' : null;
}
