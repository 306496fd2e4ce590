import { decide, mayWithAll, type Principal } from '../../../domain/permission/permission.js';
import { ok, type Result } from '../../../domain/result.js';
import type { AdminDependencies } from './call.js';
import type { HomeStep } from './contract/home.js';
import { areas } from './contract/areas.js';
import { findAsSystem } from '../../../application/documents/system-query.js';

/** What a new project needs, in its order, of what the principal may do. Empty once all of it is done. */
export async function stepsFor(
  dependencies: Pick<AdminDependencies, 'schema' | 'documents' | 'access'>,
  principal: Principal,
): Promise<Result<readonly HomeStep[]>> {
  const { schema, access } = dependencies;
  const types = [...schema.contentTypes.values()].filter(({ exposed }) => exposed).map(({ uid }) => uid);
  const steps: HomeStep[] = [];
  if (mayWithAll(principal, 'update', areas.types)) steps.push({ name: 'type', isDone: types.length > 0 });
  const writable = types.filter((uid) => decide(principal, 'create', uid) !== null);
  if (writable.length > 0 || principal.grants.kind === 'all') {
    const has = await hasEntry(dependencies, types);
    if (!has.ok) return has;
    steps.push({ name: 'entry', isDone: has.value });
  }
  if (principal.grants.kind === 'all') steps.push({ name: 'token', isDone: access.listTokens().length > 0 });
  return ok(steps.every(({ isDone }) => isDone) ? [] : steps);
}

/** Whether there is a document of any of these types. In all but new projects the first has one. */
async function hasEntry(
  { documents }: Pick<AdminDependencies, 'documents'>,
  types: readonly string[],
): Promise<Result<boolean>> {
  for (const type of types) {
    const found = await findAsSystem(documents, type, {
      fields: ['documentId'],
      layer: 'draft',
      locale: '*',
      limit: 1,
    });
    if (!found.ok) return found;
    if (found.value.length > 0) return ok(true);
  }
  return ok(false);
}
