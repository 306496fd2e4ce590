/** A scalar value in its canonical form (see `domain/document/value.ts`); for a JSON attribute, its compact text. */
export type Value = string | number | boolean;

/** `fold` ignores case (Unicode simple folding, as the store's lower-casing does it). */
export type Comparison =
  | { readonly op: 'eq'; readonly value: Value; readonly fold: boolean }
  | { readonly op: 'lt' | 'lte' | 'gt' | 'gte'; readonly value: Value }
  | { readonly op: 'in'; readonly values: readonly Value[] }
  | { readonly op: 'between'; readonly low: Value; readonly high: Value }
  /** For JSON attributes: in their compact text. `%` and `_` have no special meaning. */
  | {
      readonly op: 'contains' | 'startsWith' | 'endsWith';
      readonly value: string;
      readonly fold: boolean;
    }
  | { readonly op: 'null' };
