import type { GraphQLField } from 'graphql';
import type { Uid } from '../../../../domain/schema/schema.js';

/**
 * The part of a content-type that a generated field stands for, so that `selectionOf` can turn a selection into a query.
 * It is in the field's `extensions`, which are kept when the schema is merged with others.
 */
export type Meaning =
  | { readonly kind: 'id' }
  /** Leads to the documents of the field around it, or to their attributes: `data`, `attributes`, `nodes`. */
  | { readonly kind: 'wrapper'; readonly name: string }
  /** Describes the page of a list: `meta`, `pagination`, `pageInfo`. */
  | { readonly kind: 'page' }
  /**
   * A value of the page. `total` needs a count of all matching documents, `place` the number of the page, and `cursor` a
   * page by cursor.
   */
  | { readonly kind: 'number' | 'total' | 'place' | 'cursor' }
  | { readonly kind: 'scalar'; readonly name: string }
  | { readonly kind: 'relation'; readonly name: string; readonly target: Uid; readonly many: boolean }
  | { readonly kind: 'component'; readonly name: string; readonly component: Uid }
  | { readonly kind: 'zone'; readonly name: string; readonly components: readonly ZoneType[] };

/** A component of a zone, and the name of its type. */
export interface ZoneType {
  readonly uid: Uid;
  readonly type: string;
}

const key = 'quire';

/** Returns the `extensions` of a field with this meaning. */
export const meaning = (value: Meaning): { readonly [key]: Meaning } => ({ [key]: value });

/** Returns undefined for a field that an extension added. */
export const meaningOf = ({ extensions }: GraphQLField<unknown, unknown>): Meaning | undefined =>
  extensions[key] as Meaning | undefined;
