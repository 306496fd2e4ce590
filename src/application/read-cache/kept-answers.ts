import { LRUCache } from 'lru-cache';
import type { Mark } from '../ports/freshness.js';

/** What answered a plan, and when. */
export interface KeptAnswer {
  readonly mark: Mark;
  /** JSON. */
  readonly text: string;
  readonly size: number;
  readonly total: number | null;
}

/** Answers by the key of their plan, in bounded memory: the one that was not used for longest goes first. */
export interface KeptAnswers {
  get(key: string): KeptAnswer | undefined;
  keep(key: string, answer: KeptAnswer): void;
  forget(key: string): void;
  readonly size: number;
  /** The memory that they take, about. */
  readonly bytes: number;
}

/** Of the mark. */
const bytesBeside = 1_500;

/** No answer takes more than this part of the memory. */
const largestPart = 1 / 8;

/** JavaScript keeps a text in two bytes a character if one of them needs two. */
const isWide = /[^\0-\xff]/;

export function createKeptAnswers(maxBytes: number): KeptAnswers {
  const answers = new LRUCache<string, KeptAnswer>({
    maxSize: maxBytes,
    maxEntrySize: Math.ceil(maxBytes * largestPart),
    sizeCalculation: ({ text }, key) =>
      text.length * (isWide.test(text) ? 2 : 1) + 2 * key.length + bytesBeside,
  });
  return {
    get: (key) => answers.get(key),
    keep: (key, answer) => void answers.set(key, answer),
    forget: (key) => void answers.delete(key),
    get size() {
      return answers.size;
    },
    get bytes() {
      return answers.calculatedSize;
    },
  };
}
