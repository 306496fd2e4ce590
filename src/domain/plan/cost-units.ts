import type { Comparison } from './comparison.js';

/**
 * The cost of a store's operations. One unit is the cost of a row that a relation leads to, about 5 µs of PostgreSQL's
 * processor time (docs/performance.md has the measurements).
 */
export const units = {
  /** A row that a filter checks or a page skips, a row that is counted, and a row that is sorted. */
  scan: 0.05,
  count: 0.03,
  sort: 0.15,
  /** A value that is grouped by, or summed up. */
  aggregate: 0.05,
  /** A comparison with one value, and one that folds case or searches a text. */
  compare: 0.02,
  search: 0.1,
  /** Each version of a type, for each attribute in which words are searched: few contain them, and an index has those. */
  words: 0.02,
  /** A byte of a text or of JSON that is searched, sorted or parsed. */
  byte: 0.0006,
  /** A byte of a long text in the answer. */
  shownByte: 0.001,
  /** A byte of a text whose case is folded, or whose characters are counted to find its end. */
  foldedByte: 0.003,
  /** A row in the answer, and each of its fields. */
  row: 1,
  field: 0.2,
  /** Parsing the JSON of a component, in addition to its bytes. */
  component: 1,
  /** One path from a row of the list to a filtered row: many paths may lead to the same rows. */
  way: 0.005,
  /** Planning one relation of the statement, however many rows it reads. */
  statement: 40,
} as const;

/** How many paths may lead to each version before a condition on its relations is checked once for all of them. */
export const maxWaysToVersion = 3;

/** Looking up the links of a row (`probe`) and following one (`follow`): for many rows at once, and row by row. */
export const inSets = { probe: 0.1, follow: 0.3 } as const;
export const oneByOne = { probe: 0.5, follow: 0.8 } as const;

/**
 * The cost of comparing one value of `bytes` bytes. The operand is folded again for each value, because PostgreSQL's
 * generic plans do so.
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

/** Assumes two bytes for each character, as in most alphabets other than Latin. */
const bytesOfText = (text: string): number => 2 * text.length;
