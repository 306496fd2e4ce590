import { failure } from '../failure.js';
import { err, ok, type Result } from '../result.js';

/** What is asked of a list: replace it, or remove some of it and place some in it. */
export type ListEdit<T> =
  | { readonly kind: 'set'; readonly items: readonly T[] }
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
  if (input.kind === 'set') return ok(distinct(input.items, isSame));
  let list = current.filter((item) => !input.disconnect.some((gone) => isSame(gone, item)));
  for (const placement of input.connect) {
    const others = list.filter((item) => !isSame(item, placement.target));
    const index = indexFor(others, placement, isSame);
    if (!index.ok) return index;
    list = [...others.slice(0, index.value), placement.target, ...others.slice(index.value)];
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

function distinct<T>(items: readonly T[], isSame: (a: T, b: T) => boolean): T[] {
  const found: T[] = [];
  for (const item of items) if (!found.some((other) => isSame(other, item))) found.push(item);
  return found;
}
