import type { Scalar } from '../schema/schema.js';
import type { Comparison } from './read-plan.js';

/**
 * What a plan has a store do, in units of some 5 µs of PostgreSQL's processor time: what a row takes that a relation
 * leads to (docs/performance.md has the figures).
 */
export const units = {
  /** A row that a filter looks at or a page skips, one that is counted, and one that is put in its place. */
  scan: 0.05,
  count: 0.03,
  sort: 0.15,
  /** A comparison with one value, and one that folds case or searches in a text; of the long texts, so much more. */
  compare: 0.02,
  search: 0.2,
  longText: 4,
  /** A row that is answered, and each of its fields. */
  row: 1,
  field: 0.2,
  /** Reading the JSON of a component. */
  component: 1.5,
  /** A way from a row of the list to one that a filter asks about, of the many ways that lead to the same rows. */
  way: 0.005,
  /** Each relation of the statement, whatever there is to read: planning it. */
  statement: 40,
} as const;

/** A row whose links are looked for, and a link that is followed: for many rows at once, and for each row by itself. */
export const inSets = { probe: 0.1, follow: 0.3 } as const;
export const oneByOne = { probe: 0.5, follow: 0.8 } as const;

const longTexts: ReadonlySet<string> = new Set(['text', 'richtext', 'json', 'blocks', 'array']);

/** Comparing one value. */
export function comparing({ type }: Scalar, comparison: Comparison): number {
  const searches =
    comparison.op === 'contains' || comparison.op === 'endsWith' || ('fold' in comparison && comparison.fold);
  if (searches) return longTexts.has(type) ? units.search * units.longText : units.search;
  return comparison.op === 'in'
    ? units.compare * (1 + Math.log2(1 + comparison.values.length))
    : units.compare;
}
