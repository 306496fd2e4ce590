import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { say } from '../messages/messages.js';

/** Asks before one leaves a form that has changes. Returns what leaves it without the question, as when they are saved. */
export function useLeaving(isChanged: boolean): (leave: () => void) => void {
  const isAllowed = useRef(false);
  const isHeld = (): boolean => isChanged && !isAllowed.current;
  useBlocker({
    shouldBlockFn: () => isHeld() && !confirm(say('settings.leave')),
    enableBeforeUnload: isHeld,
    disabled: !isChanged,
  });
  return (leave) => {
    isAllowed.current = true;
    leave();
  };
}

/** Whether the values of a form are others than at first, and than when `keep` was called. */
export function useChanged(values: unknown): { readonly isChanged: boolean; readonly keep: () => void } {
  const now = JSON.stringify(values);
  const [kept, setKept] = useState(now);
  return { isChanged: now !== kept, keep: () => setKept(now) };
}
