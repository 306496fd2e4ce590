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

/** Focuses the link of a row, or one of its cells: what can be used in it, else the cell itself. Returns whether there is one. */
export function focusRow(body: ParentNode | null, at: number, column?: number): boolean {
  const row = body?.querySelectorAll('tr')[at];
  const cell = column === undefined ? undefined : row?.cells[column];
  const target = cell ? (cell.querySelector<HTMLElement>('a, input') ?? cell) : row?.querySelector('a');
  target?.focus();
  return target != null;
}

interface Rows {
  readonly at: number;
  readonly count: number;
  readonly toggle: ((at: number, isRange: boolean) => void) | null;
  /** Begins to edit the cell of this name in a row. */
  readonly edit: (at: number, name: string) => void;
  /** Whether the entry of a row is shown beside the rows. */
  readonly isPeeking: boolean;
  readonly peek: (isPeeking: boolean) => void;
}

const cellAt = (target: EventTarget): HTMLTableCellElement | null =>
  target instanceof Element ? target.closest('td, th') : null;

export const rowAt = (target: EventTarget): number =>
  (target instanceof Element ? target.closest('tr') : null)?.sectionRowIndex ?? -1;

/** Returns the name of the cell that can be edited: of the one at `target`, else of the first in its row. */
export function editedAt(target: EventTarget, isAnyInRow: boolean): string | undefined {
  const cell = cellAt(target);
  const first = cell?.parentElement?.querySelector<HTMLElement>('[data-cell]');
  return cell?.dataset['cell'] ?? (isAnyInRow ? first?.dataset['cell'] : undefined);
}

/**
 * Moves among the rows by arrows, `j` and `k`, and among the cells of a row by arrows. F2 edits a cell, Space shows the entry
 * beside the rows and Escape no longer. `x` chooses a row; with Shift from row to row.
 */
export function moveAmongRows(event: KeyboardEvent<HTMLElement>, rows: Rows): void {
  const { at, count, toggle, edit, isPeeking, peek } = rows;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isBox = event.target instanceof HTMLInputElement || event.target instanceof HTMLButtonElement;
  if ((event.key === ' ' && !isBox) || (event.key === 'Escape' && isPeeking)) {
    event.preventDefault();
    return peek(!isPeeking);
  }
  if (event.key.length === 1 && !hasLetterKeys()) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === 'x' && toggle !== null) {
    event.preventDefault();
    return toggle(at, event.shiftKey);
  }
  const column = cellAt(event.target)?.cellIndex;
  if (key === 'F2') {
    const name = editedAt(event.target, true);
    if (name !== undefined) edit(at, name);
    return event.preventDefault();
  }
  if (key === 'ArrowRight' || key === 'ArrowLeft') {
    const isForward = (key === 'ArrowRight') !== (getComputedStyle(event.currentTarget).direction === 'rtl');
    if (column === undefined || (!isForward && column === 0)) return;
    event.preventDefault();
    const row = event.currentTarget.querySelectorAll('tr')[at];
    const to = column + (isForward ? 1 : -1);
    if (row?.cells[to]) focusRow(event.currentTarget, at, to);
    return;
  }
  const to = steps[key]?.(at, count);
  if (to === undefined) return;
  event.preventDefault();
  const isMoved = to >= 0 && to < count && focusRow(event.currentTarget, to, column);
  if (isMoved && event.shiftKey && toggle !== null) toggle(to, true);
}
