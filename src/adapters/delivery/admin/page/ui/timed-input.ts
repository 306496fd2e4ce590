import { useRef } from 'react';

const timed: ReadonlySet<string> = new Set(['date', 'time', 'datetime-local']);

/** Whether an input has fields for the parts of a date or a time. */
export const isTimed = (type: string | undefined): boolean => type !== undefined && timed.has(type);

/**
 * Whether a date or a time is not complete, or does not exist. The browser hides what is typed of it: the value of the input is
 * empty, and no event says that it became wrong.
 */
export const isHalfTyped = ({ type, validity }: HTMLInputElement): boolean =>
  isTimed(type) && validity.badInput;

/**
 * The step of an input for a text: a browser asks for seconds only where there are some already, and asks no more for a part that
 * is gone.
 */
export function useTimeStep(type: string, text: string): number | undefined {
  const finest = useRef(60);
  if (type !== 'time' && type !== 'datetime-local') return undefined;
  const [, seconds, parts] = /\d:\d\d(:\d\d)?(\.\d+)?$/.exec(text) ?? [];
  finest.current = Math.min(finest.current, parts ? 0.001 : seconds ? 1 : 60);
  return finest.current;
}
