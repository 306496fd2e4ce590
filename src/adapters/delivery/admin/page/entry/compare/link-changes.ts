import type { Json } from '../../../../../../domain/schema/schema.js';

export interface LinkChange {
  readonly kind: 'added' | 'removed' | 'moved';
  readonly documentId: string;
  readonly label: string;
  /** Whether the document does not exist any more. */
  readonly isGone: boolean;
}

type Target = { readonly [name: string]: Json };

const isTarget = (value: Json): value is Target =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const idOf = ({ documentId }: Target): string => text(documentId);

/** Says which links of a list are new, gone, or in another place among those that stay. Moved are as few as possible. */
export function linkChanges(from: readonly Json[], to: readonly Json[]): readonly LinkChange[] {
  const [then, now] = [from.filter(isTarget), to.filter(isTarget)];
  const [before, after] = [new Set(then.map(idOf)), new Set(now.map(idOf))];
  const places = new Map(then.map((target, at) => [idOf(target), at]));
  const staying = now.filter((target) => before.has(idOf(target)));
  const inOrder = longestGrowing(staying.map((target) => places.get(idOf(target)) ?? 0));
  const change = (kind: LinkChange['kind']) => (target: Target) => ({
    kind,
    documentId: idOf(target),
    label: text(target['title']) || idOf(target),
    isGone: target['gone'] === true,
  });
  return [
    ...then.filter((target) => !after.has(idOf(target))).map(change('removed')),
    ...now.filter((target) => !before.has(idOf(target))).map(change('added')),
    ...staying.filter((_, at) => !inOrder.has(at)).map(change('moved')),
  ];
}

/** Returns the indexes of a longest growing subsequence of different numbers. */
function longestGrowing(numbers: readonly number[]): ReadonlySet<number> {
  /** For each length, the index of the least number that such a subsequence can end with. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  const at = (index: number | undefined): number => (index === undefined ? -1 : (numbers[index] ?? 0));
  for (const [index, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at(ends[middle]) < number) low = middle + 1;
      else high = middle;
    }
    previous[index] = ends[low - 1];
    ends[low] = index;
  }
  const found = new Set<number>();
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) found.add(index);
  return found;
}
