import type { ContentType } from '../../domain/schema/schema.js';

/** The content-types whose totals this process may take from what the store keeps. */
export interface KeptTotals {
  has(type: ContentType): boolean;
}

export const noKeptTotals: KeptTotals = { has: () => false };

/** Types with fewer versions are counted as fast as a kept number is read. */
export const defaultLeastVersions = 2_000;
