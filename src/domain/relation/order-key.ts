import { generateKeyBetween } from 'fractional-indexing';

/** Longer keys are a sign of many insertions at one place: the list is rebalanced (design.md, "Links"). */
export const maxKeyLength = 128;

/**
 * A key that sorts (by bytes) strictly between two keys of a list, null being its start or end. Null where there is
 * no room: the keys are equal, or the result would be too long.
 */
export function keyBetween(low: string | null, high: string | null): string | null {
  if (low !== null && high !== null && low >= high) return null;
  const key = generateKeyBetween(low, high);
  return key.length > maxKeyLength ? null : key;
}
