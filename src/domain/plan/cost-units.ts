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
  /** A comparison with one value, and one that folds case or searches in a text. */
  compare: 0.02,
  search: 0.1,
  /** A byte of a text or of JSON that is searched, sorted or parsed. */
  byte: 0.0006,
  /** A byte of a text whose case is folded, or whose characters are counted to find its end. */
  foldedByte: 0.003,
  /** A row that is answered, and each of its fields. */
  row: 1,
  field: 0.2,
  /** Reading the JSON of a component, besides its bytes. */
  component: 1,
  /** A way from a row of the list to one that a filter asks about, of the many ways that lead to the same rows. */
  way: 0.005,
  /** Each relation of the statement, whatever there is to read: planning it. */
  statement: 40,
} as const;

/** A row whose links are looked for, and a link that is followed: for many rows at once, and for each row by itself. */
export const inSets = { probe: 0.1, follow: 0.3 } as const;
export const oneByOne = { probe: 0.5, follow: 0.8 } as const;

/**
 * One comparison with a value of so many bytes. What is looked for is folded again with each value: PostgreSQL's plans
 * for any parameters do so.
 */
export function comparing(comparison: Comparison, bytes: number): number {
  switch (comparison.op) {
    case 'null':
      return units.compare;
    case 'in':
      return units.compare * (1 + Math.log2(1 + comparison.values.length)) + bytes * units.byte;
    case 'eq':
      return comparison.fold
        ? units.search + (bytes + bytesOfText(String(comparison.value))) * units.foldedByte
        : units.compare;
    case 'contains':
    case 'startsWith':
    case 'endsWith': {
      const passes = Number(comparison.fold) + Number(comparison.op === 'endsWith');
      return passes === 0
        ? units.search + bytes * units.byte
        : units.search + (bytes + bytesOfText(comparison.value)) * passes * units.foldedByte;
    }
    default:
      return units.compare + bytes * units.byte;
  }
}

/** Two bytes a character, as most alphabets but the Latin one need. */
const bytesOfText = (text: string): number => 2 * text.length;
