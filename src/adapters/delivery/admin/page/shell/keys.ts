import { useEffect } from 'react';
import { hasLetterKeys } from '../session/look.js';

/** Whether the key is one for the text in a field, which may be inside a shadow root. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
      (target instanceof HTMLInputElement && !/^(checkbox|radio)$/.test(target.type)))
  );
}

const nameOf = (event: KeyboardEvent): string => {
  const mod = event.ctrlKey || event.metaKey ? 'Mod+' : '';
  const alt = event.altKey ? 'Alt+' : '';
  const shift = event.shiftKey && (event.key.length > 1 || mod !== '') ? 'Shift+' : '';
  return `${mod}${alt}${shift}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`;
};

/** Runs what belongs to a key, such as `Mod+k`, `Mod+Shift+l`, `/` or `c`. Single letters do nothing while somebody types. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const name = nameOf(event);
      const run = keys[name];
      if (run === undefined || event.defaultPrevented || (name.length === 1 && !hasLetterKeys())) return;
      if (
        !name.startsWith('Mod+') &&
        (isTyping(event) || document.querySelector('[role=dialog], dialog[open]'))
      )
        return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [keys]);
}
