import type { ContentType, Scalar } from '../schema/schema.js';
import { nearWords } from './near-words.js';

/** Words to look for in the texts of versions. A version fits if each word is in one of the attributes. */
export interface TextSearch {
  /** Folded, never empty. The last one may also be the beginning of a word. */
  readonly words: readonly string[];
  /** The attributes that the caller may search, which have a `weight`; empty: nothing fits. */
  readonly attributes: readonly Scalar[];
  /** Whether the versions come in the order of their rank (`rankOf`), and only then in that of the plan. */
  readonly ranked: boolean;
  /** So many characters of each text are searched. */
  readonly length: number;
  /** Whether words with a typing error fit too (`nearWords`); absent: no. */
  readonly near?: boolean;
}

/** The most characters of a text that are searched; what follows is not found. An index of words has a limit. */
export const searchedLength = 50_000;

/** The same for all texts of a version together, which they share alike. */
const searchedLengthOfAll = 100_000;

/**
 * Splits a text into its words, without case and accents. Words are runs of letters and digits. PostgreSQL does the same
 * (`store/postgres/migrations/text-search.ts`).
 */
export const wordsOf = (text: string): readonly string[] =>
  text
    .slice(0, searchedLength)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toLowerCase()
    .match(/[\p{L}\p{Nd}]+/gu) ?? [];

/** The attributes of a type that are searched for those who may read them. Private ones never are. */
export const searchedAttributes = ({ attributes }: ContentType): readonly Scalar[] =>
  [...attributes.values()].filter(
    (attribute): attribute is Scalar =>
      attribute.kind === 'scalar' && attribute.weight !== undefined && !attribute.private,
  );

/** The number of characters of each text of a type that are searched. */
export const searchedLengthOf = (type: ContentType): number =>
  Math.min(searchedLength, Math.floor(searchedLengthOfAll / Math.max(1, searchedAttributes(type).length)));

/**
 * Returns the rank of a version, or null if it does not fit. Each attribute that contains all words adds its weight, and adds
 * it again if the last of them is there as a whole word. So 0 is a version whose words are in different attributes. With
 * typing errors, the versions that contain more of the words as they are come first.
 */
export function rankOf(search: TextSearch, valueOf: (field: Scalar) => unknown): number | null {
  const { attributes, length } = search;
  const finders = findersOf(search);
  const texts = attributes.map((field) => {
    const value = valueOf(field);
    const words = typeof value === 'string' ? wordsOf(value.slice(0, length)) : [];
    return { field, found: foundIn(finders, words) };
  });
  if (!finders.every((_, index) => texts.some(({ found }) => found.parts[index]))) return null;
  const exact =
    search.near === true ? finders.filter((_, index) => texts.some(({ found }) => found.exact[index])) : [];
  return texts.reduce(
    (rank, { field: { weight = 0 }, found: { parts, isWhole } }) =>
      parts.every(Boolean) ? rank + weight * (isWhole ? 2 : 1) : rank,
    exact.length * exactStep(attributes),
  );
}

/** What a word adds that a version contains as it is: more than all attributes together. */
export const exactStep = (attributes: readonly Scalar[]): number =>
  1 + attributes.reduce((sum, { weight = 0 }) => sum + 2 * weight, 0);

/** Which of the words a text contains, with and without typing errors, and whether the last is there as a whole. */
const foundIn = (finders: readonly WordFinder[], words: readonly string[]) => ({
  parts: finders.map(({ finds }) => words.some(finds)),
  exact: finders.map(({ findsExactly }) => words.some(findsExactly)),
  isWhole: words.some((word) => finders.at(-1)?.findsWhole(word)),
});

/** Decides which folded words of a text are one of those that are searched for. */
interface WordFinder {
  readonly finds: (word: string) => boolean;
  /** Without typing errors. */
  readonly findsExactly: (word: string) => boolean;
  /** Not as the beginning of a longer one. */
  readonly findsWhole: (word: string) => boolean;
}

const known = new WeakMap<TextSearch['words'], Map<boolean, readonly WordFinder[]>>();

/** Returns a finder for each word. They are kept for as long as the words are. */
export function findersOf({
  words,
  near = false,
}: Pick<TextSearch, 'words' | 'near'>): readonly WordFinder[] {
  const made = known.get(words) ?? new Map<boolean, readonly WordFinder[]>();
  const finders =
    made.get(near) ?? words.map((word, index) => finderOf(word, index === words.length - 1, near));
  known.set(words, made.set(near, finders));
  return finders;
}

function finderOf(word: string, mayBegin: boolean, near: boolean): WordFinder {
  const all = new Set(near ? [word, ...nearWords(word)] : [word]);
  const lengths = [...new Set([...all].map(({ length }) => length))];
  const findsWhole = (each: string): boolean => all.has(each);
  return mayBegin
    ? {
        findsWhole,
        finds: (each) => lengths.some((length) => each.length >= length && all.has(each.slice(0, length))),
        findsExactly: (each) => each.startsWith(word),
      }
    : { findsWhole, finds: findsWhole, findsExactly: (each) => each === word };
}
