import type { Layer } from '../query/query.js';

/** A target as a client names it: by documentId, or by the numeric id of one of its versions. */
export interface Ref {
  readonly documentId?: string;
  readonly id?: number;
  readonly locale?: string;
  readonly status?: Layer;
}

export type Position =
  | { readonly at: 'start' | 'end' }
  | { readonly at: 'before' | 'after'; readonly ref: Ref };

export interface Connect {
  readonly ref: Ref;
  readonly position: Position;
}

/** The edit of one relation attribute in a body. `set` replaces the whole list, in the given order. */
export type RelationInput =
  | { readonly kind: 'set'; readonly items: readonly Ref[] }
  | { readonly kind: 'change'; readonly connect: readonly Connect[]; readonly disconnect: readonly Ref[] };
