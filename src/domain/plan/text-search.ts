import type { ContentType, Scalar } from '../schema/schema.js';

/** Words to look for in the texts of versions. A version fits if each word is in one of the attributes. */
export interface TextSearch {
  /** Folded, never empty. The last one may also be the beginning of a word. */
  readonly words: readonly string[];
  /** The attributes that the caller may search, which have a `weight`; empty: nothing fits. */
  readonly attributes: readonly Scalar[];
  /** Whether the versions come in the order of their rank (`rankOf`), and only then in that of the plan. */
  readonly ranked: boolean;
}

/** Characters of a text that are searched; what follows is not found. A full-text index has a limit for each text. */
export const searchedLength = 50_000;

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

/**
 * Returns the rank of a version, or null if it does not fit. Each attribute that contains all words adds its weight, and adds
 * it again if the last of them is there as a whole word. So 0 is a version whose words are in different attributes.
 */
export function rankOf(
  { words, attributes }: TextSearch,
  valueOf: (field: Scalar) => unknown,
): number | null {
  const texts = attributes.map((field) => ({ field, found: foundIn(words, valueOf(field)) }));
  if (!words.every((_, index) => texts.some(({ found }) => found.parts[index]))) return null;
  return texts.reduce(
    (rank, { field: { weight = 0 }, found: { parts, isWhole } }) =>
      parts.every(Boolean) ? rank + weight * (isWhole ? 2 : 1) : rank,
    0,
  );
}

/** Which of the words a text contains, and whether the last is there as a whole. */
function foundIn(words: readonly string[], value: unknown) {
  const list = typeof value === 'string' ? wordsOf(value) : [];
  const known = new Set(list);
  const last = words.at(-1) ?? '';
  const parts = words.map((word, index) =>
    index < words.length - 1 ? known.has(word) : list.some((each) => each.startsWith(last)),
  );
  return { parts, isWhole: known.has(last) };
}
