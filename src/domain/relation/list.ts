import { failure } from '../failure.js';
import { err, ok, type Result } from '../result.js';

/** What is asked of a list: replace it, or remove some of it and place some in it. */
export type ListEdit<T> =
  | {
      readonly kind: 'set';
      /** Distinct. */
      readonly items: readonly T[];
    }
  | {
      readonly kind: 'change';
      readonly connect: readonly ListPlacement<T>[];
      readonly disconnect: readonly T[];
    };

export interface ListPlacement<T> {
  readonly target: T;
  readonly at: 'start' | 'end' | 'before' | 'after';
  /** For `before` and `after`. */
  readonly anchor: T | null;
}

/**
 * The pure model of a list: what every store must agree with (content-api.md, "Relation management"). Disconnects come
 * first, and what is not there is passed over; then each placement, one after the other, moves or adds its target.
 * Standing before or after something that is not in the list by then is `INPUT.INVALID`, and so is standing beside
 * oneself.
 */
export function applyToList<T>(
  current: readonly T[],
  input: ListEdit<T>,
  isSame: (a: T, b: T) => boolean,
): Result<T[]> {
  if (input.kind === 'set') return ok([...input.items]);
  const list = current.filter((item) => !input.disconnect.some((gone) => isSame(gone, item)));
  for (const placement of input.connect) {
    const former = list.findIndex((item) => isSame(item, placement.target));
    if (former >= 0) list.splice(former, 1);
    const index = indexFor(list, placement, isSame);
    if (!index.ok) return index;
    list.splice(index.value, 0, placement.target);
  }
  return ok(list);
}

function indexFor<T>(
  list: readonly T[],
  { at, anchor }: ListPlacement<T>,
  isSame: (a: T, b: T) => boolean,
): Result<number> {
  if (at === 'start') return ok(0);
  if (at === 'end' || anchor === null) return ok(list.length);
  const index = list.findIndex((item) => isSame(item, anchor));
  if (index < 0) return err(notInList(at, anchor));
  return ok(at === 'before' ? index : index + 1);
}

const notInList = (at: 'before' | 'after', anchor: unknown) =>
  failure('INPUT.INVALID', `There is no connection to ${nameOf(anchor)} to stand ${at}`);

/** Items are documents, or anything plain in tests. */
const nameOf = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'documentId' in item
    ? `"${String(item.documentId)}"`
    : `"${String(item)}"`;
