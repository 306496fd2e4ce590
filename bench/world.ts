import { createHash } from 'node:crypto';

/** How much of everything the bench has. */
export const sizes = {
  restaurants: 20_000,
  categories: 2_000,
  dishes: 60_000,
  chefs: 500,
  /** The first `guideSizes[2]` stand in guides; the rest wait to be connected. */
  stops: 160_000,
  posts: 20_000,
  /** The first `ownSizes[2]` are linked by posts; the rest wait. */
  topics: 130_000,
  notices: 5_000,
} as const;

/** Guide 1, 2 and 3 have that many stops: the first ones. */
export const guideSizes = [10, 10_000, 100_000] as const;

/** Post 1, 2 and 3 have that many topics; topic 1 and 2 are linked by that many posts. Draft and published alike. */
export const ownSizes = [10, 10_000, 100_000] as const;
export const inboundSizes = [10, 10_000] as const;

/** Every notice is there in `de`; the first half in all of these. */
export const locales = ['de', 'fr', 'it', 'es', 'nl', 'pl', 'sv', 'da', 'fi', 'pt'] as const;

export type Kind =
  'restaurant' | 'category' | 'dish' | 'chef' | 'guide' | 'stop' | 'post' | 'topic' | 'notice';

/** The documentId of the nth document of a kind, from 1. `documentIdSql` says the same in SQL. */
export const documentId = (kind: Kind, n: number): string =>
  kind[0] + createHash('md5').update(`${kind}${n}`).digest('hex').slice(0, 23);

export const documentIdSql = (kind: Kind, n: string): string =>
  `'${kind[0]}' || left(md5('${kind}' || (${n})), 23)`;

/** A number that looks drawn from 1 … `size`, the same for the same `i`. */
export const scattered = (i: number, size: number): number =>
  ((Math.imul(i + 1, 2654435761) >>> 0) % size) + 1;
