import { createHash } from 'node:crypto';

/** The number of documents of each kind. */
export const sizes = {
  restaurants: 20_000,
  categories: 2_000,
  dishes: 60_000,
  chefs: 500,
  /** The first `guideSizes[2]` are in guides; the others are there to be connected. */
  stops: 160_000,
  posts: 20_000,
  /** The first `ownSizes[2]` are linked by posts; the others are there to be connected. */
  topics: 130_000,
  notices: 5_000,
} as const;

/** The number of stops of guides 1, 2 and 3, which have the first ones. */
export const guideSizes = [10, 10_000, 100_000] as const;

/**
 * The number of topics of posts 1, 2 and 3, and of posts that link topics 1 and 2, in draft and published alike.
 */
export const ownSizes = [10, 10_000, 100_000] as const;
export const inboundSizes = [10, 10_000] as const;

/** Every notice exists in `de`, and the first half in all of these. */
export const locales = ['de', 'fr', 'it', 'es', 'nl', 'pl', 'sv', 'da', 'fi', 'pt'] as const;

export type Kind =
  | 'restaurant'
  | 'category'
  | 'dish'
  | 'chef'
  | 'guide'
  | 'stop'
  | 'post'
  | 'topic'
  | 'notice';

/** The documentId of the nth document of a kind, counting from 1. `documentIdSql` is the same in SQL. */
export const documentId = (kind: Kind, n: number): string =>
  kind[0] + createHash('md5').update(`${kind}${n}`).digest('hex').slice(0, 23);

export const documentIdSql = (kind: Kind, n: string): string =>
  `'${kind[0]}' || left(md5('${kind}' || (${n})), 23)`;

/** A number from 1 to `size` that looks random and is the same for the same `i`. */
export const scattered = (i: number, size: number): number =>
  ((Math.imul(i + 1, 2654435761) >>> 0) % size) + 1;
