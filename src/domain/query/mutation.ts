import type { Uid } from '../schema/schema.js';
import type { Layer, Selection } from './query.js';

/** What a client asked to write, decoded but not yet checked against the schema or the principal. */
export type Mutation =
  | (MutationTarget & { readonly kind: 'create'; readonly data: unknown; readonly answer: Selection })
  | (MutationTarget & {
      readonly kind: 'update';
      readonly documentId: string;
      readonly data: unknown;
      readonly answer: Selection;
    })
  | (MutationTarget & { readonly kind: 'delete'; readonly documentId: string });

interface MutationTarget {
  readonly type: Uid;
  readonly layer: Layer;
  readonly locale?: string;
}
