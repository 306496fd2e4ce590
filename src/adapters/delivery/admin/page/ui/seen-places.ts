/**
 * Returns the places that have elements in a long list, in their order: those from one up to another, and those that are kept.
 */
export function seenPlaces(
  from: number,
  to: number,
  count: number,
  kept: readonly (number | null)[],
): readonly number[] {
  const places = new Set(kept.filter((place): place is number => place !== null && place < count));
  for (let place = Math.max(0, from); place < Math.min(count, to); place += 1) places.add(place);
  return [...places].sort((one, other) => one - other);
}
