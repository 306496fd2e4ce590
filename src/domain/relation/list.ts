import type { Result } from '../result.js';

/** The pure model of a list: set, sequential connect with positions, disconnect. */
export function applyToList<T>(
  _current: readonly T[],
  _input:
    | { readonly kind: 'set'; readonly items: readonly T[] }
    | {
        readonly kind: 'change';
        readonly connect: readonly {
          readonly target: T;
          readonly at: 'start' | 'end' | 'before' | 'after';
          readonly anchor: T | null;
        }[];
        readonly disconnect: readonly T[];
      },
  _isSame: (a: T, b: T) => boolean,
): Result<T[]> {
  throw new Error('being written');
}
