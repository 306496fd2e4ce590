import type { KeyboardEvent } from 'react';
import { hasLetterKeys } from '../session/look.js';

/** Where keys lead in a list of so many rows, from the row `at`. */
const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at) => at + 1,
  j: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  k: (at) => at - 1,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** What of a row has the focus: its link, or the box that chooses it. */
const parts = { link: 'th a', box: '.pick input' } as const;

/** Moves the focus to a row, and returns whether there is one. */
export function focusRow(body: ParentNode | null, at: number, part: keyof typeof parts = 'link'): boolean {
  const row = body?.querySelectorAll('tr')[at];
  const target = row?.querySelector<HTMLElement>(parts[part]) ?? row?.querySelector<HTMLElement>(parts.link);
  target?.focus();
  return target != null;
}

interface Rows {
  readonly at: number;
  readonly count: number;
  readonly toggle: ((at: number, isRange: boolean) => void) | null;
}

/** Moves among the rows by arrows, `j` and `k`, and chooses by `x`; with Shift from row to row. */
export function moveAmongRows(event: KeyboardEvent<HTMLElement>, { at, count, toggle }: Rows): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.length === 1 && !hasLetterKeys()) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === 'x' && toggle !== null) {
    event.preventDefault();
    return toggle(at, event.shiftKey);
  }
  const to = steps[key]?.(at, count);
  if (to === undefined) return;
  event.preventDefault();
  const isBox = event.target instanceof HTMLInputElement;
  const isMoved = to >= 0 && to < count && focusRow(event.currentTarget, to, isBox ? 'box' : 'link');
  if (isMoved && event.shiftKey && toggle !== null) toggle(to, true);
}
