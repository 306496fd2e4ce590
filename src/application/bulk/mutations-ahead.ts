import type { Principal } from '../../domain/permission/permission.js';
import type { Create, Mutation, Update } from '../../domain/query/mutation.js';
import type { BulkOperation } from './bulk-operation.js';
import { mostTogether } from '../documents/write-all.js';
import { withNamed } from './named-documents.js';
import type { BulkDependencies } from './run-operation.js';
import { keyOf, likenessOf, mutationsOf, type Upsert } from './upsert.js';

/** Stands for a document that an operation makes, or finds by filters. No document has it. */
const standIn = (index: number): string => ` ${index}`;

/**
 * Returns the mutations that operations are going to perform, as far as the request says which, up to the first that cannot be
 * performed. Those of upserts come last.
 */
export async function mutationsAhead(
  dependencies: BulkDependencies,
  principal: Principal,
  operations: readonly BulkOperation[],
): Promise<readonly Mutation[]> {
  const { schema } = dependencies;
  const named = new Map<string, string>();
  const mutations: Mutation[] = [];
  const upserts = new Map<string, Upsert[]>();
  for (const [index, operation] of operations.entries()) {
    const mutation = withStandIns(dependencies, operation, named, index);
    if (mutation === null) break;
    if (operation.kind === 'upsert' && mutation.kind === 'create') {
      const upsert = { mutation, by: operation.by };
      const key = keyOf(schema, principal, upsert);
      if (!key.ok || key.value === null) break;
      const alike = upserts.get(likenessOf(upsert));
      if (alike === undefined) upserts.set(likenessOf(upsert), [upsert]);
      else alike.push(upsert);
    } else mutations.push(mutation);
    if ('as' in operation && operation.as !== undefined) named.set(operation.as, standIn(index));
  }
  for (const alike of upserts.values()) {
    for (let from = 0; from < alike.length; from += mostTogether) {
      const found = await mutationsOf(dependencies, principal, alike.slice(from, from + mostTogether));
      if (found.ok) mutations.push(...found.value);
    }
  }
  return mutations;
}

/** Null: the operation links a document that none before it makes. */
function withStandIns(
  { schema }: BulkDependencies,
  { mutation, ...operation }: BulkOperation,
  named: ReadonlyMap<string, string>,
  index: number,
): Mutation | null {
  const found =
    'where' in operation && operation.where !== undefined ? { documentId: standIn(index) } : undefined;
  if (mutation.kind !== 'create' && mutation.kind !== 'update') return { ...mutation, ...found };
  const replaced = withNamed<Create | Update>(schema, mutation, named);
  return replaced.ok ? { ...replaced.value, ...found } : null;
}
