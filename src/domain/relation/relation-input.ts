import type { Layer } from '../query/query.js';

/** A target as a client names it: by documentId or by the numeric id of one of its versions. */
export interface Ref {
  readonly documentId?: string;
  readonly id?: number;
  readonly locale?: string;
  readonly status?: Layer;
}

export type Position =
  { readonly at: 'start' | 'end' } | { readonly at: 'before' | 'after'; readonly ref: Ref };

export interface Connect {
  readonly ref: Ref;
  readonly position: Position;
}

/** What a body asks of one relation attribute. `set` replaces the whole list, in the order given. */
export type RelationInput =
  | { readonly kind: 'set'; readonly items: readonly Ref[] }
  | { readonly kind: 'change'; readonly connect: readonly Connect[]; readonly disconnect: readonly Ref[] };
