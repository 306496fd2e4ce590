import { useState, type DragEvent, type KeyboardEvent } from 'react';
import './reorder.css';

/** Where a key takes a row, from its place in a list. */
const stepsOf: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Moves rows of a list by dragging them, and by Alt with an arrow key, Home or End where one of their buttons has the focus.
 * Returns what a row takes. `move` is not called for places that do not exist.
 */
export function useReorder(count: number, move: ((from: number, to: number) => void) | undefined) {
  const [drag, setDrag] = useState<{ readonly from: number; readonly over: number } | null>(null);
  return (at: number, isDraggable = true) => {
    if (move === undefined) return {};
    const isOver = drag?.over === at && drag.from !== at;
    return {
      draggable: isDraggable,
      ...(isOver && { 'data-drop': at < drag.from ? 'before' : 'after' }),
      onDragStart({ target, currentTarget, dataTransfer }: DragEvent) {
        if (target !== currentTarget) return;
        dataTransfer.effectAllowed = 'move';
        dataTransfer.setData('text/plain', '');
        setDrag({ from: at, over: at });
      },
      onDragOver(event: DragEvent) {
        if (drag === null) return;
        event.preventDefault();
        if (drag.over !== at) setDrag({ ...drag, over: at });
      },
      onDrop(event: DragEvent) {
        if (drag === null) return;
        event.preventDefault();
        setDrag(null);
        if (drag.from !== at) move(drag.from, at);
      },
      onDragEnd: () => setDrag(null),
      onKeyDown(event: KeyboardEvent) {
        const to = event.altKey ? stepsOf[event.key]?.(at, count) : undefined;
        if (to === undefined || isInField(event)) return;
        event.preventDefault();
        event.stopPropagation();
        if (to >= 0 && to < count && to !== at) move(at, to);
      },
    };
  };
}

/** Whether the key is one for a field that is inside of the row. */
function isInField({ target, currentTarget }: KeyboardEvent): boolean {
  const fields = target instanceof Element ? target.closest('.fields') : null;
  return fields !== null && currentTarget.contains(fields);
}

export const moved = <T>(list: readonly T[], from: number, to: number): readonly T[] =>
  list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1));
