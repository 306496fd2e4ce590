import type { KeyboardEvent } from 'react';

/** What the arrow keys go through in a toolbar. */
export const stopsIn = (toolbar: HTMLElement): readonly Element[] => [
  ...toolbar.querySelectorAll('[tabindex]'),
];

/** Moves among the tools of a toolbar, which are one stop of the Tab key, and with Escape back to the text. */
export function moveStop(
  event: KeyboardEvent<HTMLDivElement>,
  setStop: (stop: number) => void,
  focusText: () => void,
): void {
  const { currentTarget, target, key } = event;
  if (key === 'Escape') return focusText();
  const stops = stopsIn(currentTarget);
  const at = stops.indexOf(target as Element);
  if (at === -1) return;
  const isRightToLeft = getComputedStyle(currentTarget).direction === 'rtl';
  const [back, forth] = isRightToLeft ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
  const next =
    key === forth
      ? at + 1
      : key === back
        ? at - 1
        : key === 'Home'
          ? 0
          : key === 'End'
            ? stops.length - 1
            : null;
  if (next === null) return;
  event.preventDefault();
  const stop = (next + stops.length) % stops.length;
  setStop(stop);
  (stops[stop] as HTMLElement).focus();
}
