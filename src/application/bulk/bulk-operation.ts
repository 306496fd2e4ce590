import type { Create, Delete, Mutation, Transition, Update } from '../../domain/query/mutation.js';
import type { Filter } from '../../domain/query/query.js';

/**
 * One operation. `as` names the document that it creates for later operations. `where` chooses the documents of an update or
 * a delete instead of a documentId; `by` are the unique attributes by which an upsert finds the document that is there.
 */
export type BulkOperation =
  | { readonly kind: 'create'; readonly mutation: Create; readonly as?: string }
  | { readonly kind: 'update'; readonly mutation: Update; readonly where?: Filter }
  | {
      readonly kind: 'upsert';
      readonly mutation: Create;
      readonly by: readonly string[];
      readonly as?: string;
    }
  | { readonly kind: 'delete'; readonly mutation: Delete; readonly where?: Filter }
  | { readonly kind: 'move'; readonly mutation: Transition };

export const nameGivenBy = (operation: BulkOperation): string | undefined =>
  'as' in operation ? operation.as : undefined;

/** What an operation did, to how many documents. */
export interface BulkDone {
  readonly done: 'created' | 'updated' | 'deleted' | 'published' | 'unpublished' | 'discarded';
  /** Present for operations on one document. */
  readonly documentId?: string;
  /** Present for operations on what matched a filter. */
  readonly count?: number;
}

/** What a mutation does. */
export const doneBy: Readonly<Record<Mutation['kind'], BulkDone['done']>> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  publish: 'published',
  unpublish: 'unpublished',
  discardDraft: 'discarded',
};
