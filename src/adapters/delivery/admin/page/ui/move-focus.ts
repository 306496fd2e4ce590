import type { KeyboardEvent } from 'react';

/** The arrow keys, and where they lead in a list with so many items in a row. */
const steps: Readonly<Record<string, (columns: number, isRightToLeft: boolean) => number>> = {
  ArrowRight: (_columns, isRightToLeft) => (isRightToLeft ? -1 : 1),
  ArrowLeft: (_columns, isRightToLeft) => (isRightToLeft ? 1 : -1),
  ArrowDown: (columns) => columns,
  ArrowUp: (columns) => -columns,
  Home: () => -Infinity,
  End: () => Infinity,
};

/** Returns how many items a key leads on in a list with so many in a row; undefined: it is not for moving. */
export const stepOf = (
  { key, currentTarget }: KeyboardEvent<HTMLElement>,
  columns: number,
): number | undefined => steps[key]?.(columns, getComputedStyle(currentTarget).direction === 'rtl');

/** Moves the focus among the elements with `data-item`, which may be in rows. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const list = event.currentTarget;
  const items = [...list.querySelectorAll<HTMLElement>('[data-item]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const [first] = items;
  if (step === undefined || at < 0 || first === undefined) return;
  const { top } = first.getBoundingClientRect();
  const below = items.findIndex((item) => item.getBoundingClientRect().top > top);
  const isRightToLeft = getComputedStyle(list).direction === 'rtl';
  const to = at + step(below < 0 ? items.length : below, isRightToLeft);
  event.preventDefault();
  if (/Arrow/.test(event.key) && (to < 0 || to >= items.length)) return;
  items.at(Math.min(Math.max(to, 0), items.length - 1))?.focus();
}
