/**
 * Returns the name that `given` most likely stands for: the one with the fewest letters added, left out, replaced or
 * swapped, ignoring case; the first of several. Undefined if more letters of every name differ, by default a third.
 */
export function nearestName(
  given: string,
  names: Iterable<string>,
  most = Math.max(1, Math.floor(given.length / 3)),
): string | undefined {
  const wanted = given.toLowerCase();
  let found: string | undefined;
  let least = most + 1;
  for (const name of names) {
    // The distance is at least the difference in length.
    if (Math.abs(name.length - given.length) >= least) continue;
    const steps = stepsBetween(wanted, name.toLowerCase(), least);
    if (steps < least) [found, least] = [name, steps];
  }
  return found;
}

/** Returns ` (did you mean "required"?)`, or an empty string if no name is near. */
export function didYouMean(given: string, names: Iterable<string>): string {
  const nearest = nearestName(given, names);
  return nearest === undefined ? '' : ` (did you mean "${nearest}"?)`;
}

/** The nearest name as `details` of a failure; `nearest` is absent if no name is near. */
export function nearestDetail(
  given: string,
  names: Iterable<string>,
): { readonly nearest?: readonly string[] } {
  const nearest = nearestName(given, names);
  return nearest === undefined || nearest === given ? {} : { nearest: [nearest] };
}

/**
 * The optimal string alignment distance: Levenshtein's, with a swap of two neighbours counted once. Ends with some number
 * of at least `enough` as soon as the distance cannot be smaller.
 */
function stepsBetween(one: string, other: string, enough: number): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 2] === other[column - 1] && one[row - 1] === other[column - 2];
      next.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          row > 1 && column > 1 && isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    // A later row is made of these two, the former by a swap.
    if (Math.min(...next) >= enough && Math.min(...last) + 1 >= enough) return enough;
    [before, last] = [last, next];
  }
  return last[other.length] ?? 0;
}
