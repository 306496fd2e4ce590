import type { Principal } from '../../domain/permission/permission.js';
import type { Create } from '../../domain/query/mutation.js';
import { ok, type Result } from '../../domain/result.js';
import type { Schema } from '../../domain/schema/schema.js';
import type { Documents } from '../documents/use-cases.js';
import type { BulkDone, BulkOperation } from './bulk-operation.js';
import { mostNames, withNamed, type NamedDocuments } from './named-documents.js';

/** The most creates that are written together. Others wait meanwhile for the documents that they link. */
export const mostTogether = 500;

/** A create whose references are replaced, with the name that it gives its document. */
interface NamedCreate {
  readonly mutation: Create;
  readonly as: string | undefined;
}

/** Returns the creates that follow each other from an operation on, and do not refer to each other. */
export function createsFrom(
  schema: Schema,
  operations: readonly BulkOperation[],
  { from, most, named }: { readonly from: number; readonly most: number; readonly named: NamedDocuments },
): readonly NamedCreate[] {
  const creates: NamedCreate[] = [];
  const names = new Set<string>();
  for (const operation of operations.slice(from, from + most)) {
    if (operation.kind !== 'create') break;
    const { as } = operation;
    // The operations before it mean the document that has the name now.
    if (as !== undefined && (named.has(as) || named.size + names.size >= mostNames)) break;
    const mutation = withNamed(schema, operation.mutation, named);
    // It may refer to one of these.
    if (!mutation.ok) break;
    if (as !== undefined) names.add(as);
    creates.push({ mutation: mutation.value, as });
  }
  return creates;
}

/** Creates documents and notes their names. Returns a result for each, up to the first failure. */
export async function createTogether(
  { documents }: { readonly documents: Pick<Documents, 'createAll'> },
  principal: Principal,
  creates: readonly NamedCreate[],
  named: Map<string, string>,
): Promise<readonly Result<BulkDone>[]> {
  const results = await documents.createAll(
    principal,
    creates.map(({ mutation }) => mutation),
  );
  return results.map((result, index): Result<BulkDone> => {
    if (!result.ok) return result;
    const as = creates[index]?.as;
    if (as !== undefined) named.set(as, result.value);
    return ok({ done: 'created', documentId: result.value });
  });
}
