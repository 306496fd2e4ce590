import type { GraphQLField } from 'graphql';
import type { Uid } from '../../../../domain/schema/schema.js';

/**
 * What a generated field stands for, so that a selection can be read as a query. Kept in the field's `extensions`, which
 * outlast a schema that is merged with others.
 */
export type Meaning =
  | { readonly kind: 'data' | 'attributes' | 'id' | 'meta' | 'pagination' }
  /** What has to be counted for. */
  | { readonly kind: 'total' }
  | { readonly kind: 'scalar'; readonly name: string }
  | { readonly kind: 'relation'; readonly name: string; readonly target: Uid; readonly many: boolean }
  | { readonly kind: 'component'; readonly name: string; readonly component: Uid }
  | { readonly kind: 'zone'; readonly name: string; readonly components: readonly Uid[] };

const key = 'quire';

/** For a field's `extensions`. */
export const meaning = (value: Meaning): { readonly [key]: Meaning } => ({ [key]: value });

/** Undefined: a field that an extension added. */
export const meaningOf = ({ extensions }: GraphQLField<unknown, unknown>): Meaning | undefined =>
  extensions[key] as Meaning | undefined;
