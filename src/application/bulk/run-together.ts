import type { Principal } from '../../domain/permission/permission.js';
import type { Mutation } from '../../domain/query/mutation.js';
import { ok, type Result } from '../../domain/result.js';
import type { Schema } from '../../domain/schema/schema.js';
import { doneBy, type BulkDone, type BulkOperation } from './bulk-operation.js';
import { mostNames, withNamed, type NamedDocuments } from './named-documents.js';
import type { BulkDependencies } from './run-operation.js';
import { isAlike, keyOf, mutationsOf, type Upsert } from './upsert.js';

/** Operations that follow each other, with their references replaced. */
export interface Group {
  readonly steps: readonly { readonly mutation: Mutation; readonly as: string | undefined }[];
  /** Present if these are upserts. */
  readonly upserts?: readonly Upsert[];
}

interface Place {
  readonly from: number;
  readonly most: number;
  readonly named: NamedDocuments;
}

/**
 * Returns the operations from a place on that can be performed together: each on one document, none of which refers to another of
 * them; or upserts of different documents of one type.
 */
export function groupFrom(
  schema: Schema,
  principal: Principal,
  operations: readonly BulkOperation[],
  { from, most, named }: Place,
): Group {
  const steps: Group['steps'][number][] = [];
  const upserts: Upsert[] = [];
  const names = new Set<string>();
  const keys = new Set<string>();
  for (const operation of operations.slice(from, from + most)) {
    const as = 'as' in operation ? operation.as : undefined;
    // The operations before it mean the document that has the name now.
    if (as !== undefined && (named.has(as) || named.size + names.size >= mostNames)) break;
    if ('where' in operation && operation.where !== undefined) break;
    if ((operation.kind === 'upsert') !== upserts.length > 0 && steps.length > 0) break;
    const mutation = replaced(schema, operation, named);
    // It may refer to one of these.
    if (!mutation.ok) break;
    if (operation.kind === 'upsert') {
      const upsert = {
        ...operation,
        mutation: { ...operation.mutation, ...mutation.value, kind: 'create' as const },
      };
      const key = keyOf(schema, principal, upsert);
      const [first = upsert] = upserts;
      if (!key.ok || key.value === null || keys.has(key.value) || !isAlike(first, upsert)) break;
      keys.add(key.value);
      upserts.push(upsert);
    }
    if (as !== undefined) names.add(as);
    steps.push({ mutation: mutation.value, as });
  }
  return upserts.length > 0 ? { steps, upserts } : { steps };
}

function replaced(schema: Schema, operation: BulkOperation, named: NamedDocuments): Result<Mutation> {
  const { mutation } = operation;
  return mutation.kind === 'create' || mutation.kind === 'update'
    ? withNamed(schema, mutation, named)
    : ok(mutation);
}

/**
 * Performs operations, and notes the names that they give. Returns a result for each, up to the first failure. Upserts are returned up to
 * the one before it, because another writer may have made its document since they were looked for.
 */
export async function runTogether(
  dependencies: BulkDependencies,
  principal: Principal,
  { steps, upserts }: Group,
  named: Map<string, string>,
): Promise<readonly Result<BulkDone>[]> {
  const found =
    upserts === undefined
      ? ok(steps.map(({ mutation }) => mutation))
      : await mutationsOf(dependencies, upserts);
  if (!found.ok) return [];
  const mutations = found.value;
  const results = await dependencies.documents.writeAll(principal, mutations);
  const done = results.map((result, index): Result<BulkDone> => {
    if (!result.ok) return result;
    const as = steps[index]?.as;
    if (as !== undefined) named.set(as, result.value);
    return ok({ done: doneBy[mutations[index]!.kind], documentId: result.value });
  });
  return upserts === undefined ? done : done.filter((result) => result.ok);
}
