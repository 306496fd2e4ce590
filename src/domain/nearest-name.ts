/**
 * The name that somebody who wrote `given` most likely meant: the one with the fewest letters added, left out, replaced
 * or swapped, upper case or not; the first of several. Undefined where none is near: more than a third of it differs.
 */
export function nearestName(given: string, names: Iterable<string>): string | undefined {
  const wanted = given.toLowerCase();
  let found: string | undefined;
  let least = Math.max(1, Math.floor(given.length / 3)) + 1;
  for (const name of names) {
    // Each letter more or less is a step of its own.
    if (Math.abs(name.length - given.length) >= least) continue;
    const steps = stepsBetween(wanted, name.toLowerCase());
    if (steps < least) [found, least] = [name, steps];
  }
  return found;
}

/** ` (did you mean "required"?)`, or nothing where no name is near. */
export function didYouMean(given: string, names: Iterable<string>): string {
  const nearest = nearestName(given, names);
  return nearest === undefined ? '' : ` (did you mean "${nearest}"?)`;
}

/** The same for `details` of a failure: `nearest` is absent where no name is near. */
export function nearestDetail(
  given: string,
  names: Iterable<string>,
): { readonly nearest?: readonly string[] } {
  const nearest = nearestName(given, names);
  return nearest === undefined || nearest === given ? {} : { nearest: [nearest] };
}

/** The optimal string alignment distance: as Levenshtein's, and two neighbours that are swapped count once. */
function stepsBetween(one: string, other: string): number {
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
    [before, last] = [last, next];
  }
  return last[other.length] ?? 0;
}
