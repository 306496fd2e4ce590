/** Returns the indexes of a longest growing subsequence of different numbers. */
export function longestGrowing(numbers: readonly number[]): ReadonlySet<number> {
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
