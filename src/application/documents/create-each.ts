import { textOf } from '../../domain/document/text-of.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { Create } from '../../domain/query/mutation.js';
import { ok, type Result } from '../../domain/result.js';
import type { Documents } from './use-cases.js';

/** Creates documents one by one. */
export const createEach =
  (create: Documents['create']): Documents['createAll'] =>
  async (principal, mutations) => {
    const results: Result<string>[] = [];
    for (const mutation of mutations) {
      const created = await createOne(create, principal, mutation);
      results.push(created);
      if (!created.ok) break;
    }
    return results;
  };

/** Returns the documentId of the new document. */
export async function createOne(
  create: Documents['create'],
  principal: Principal,
  mutation: Create,
): Promise<Result<string>> {
  const created = await create(principal, mutation);
  return created.ok ? ok(textOf(created.value.answer.documents()[0]?.['documentId'])) : created;
}
