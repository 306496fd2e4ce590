import { ok, type Result } from '../../../domain/result.js';
import { standardRoles } from '../standard-roles.js';
import { insertRole, readRoles } from './role-records.js';
import type { RolesDependencies } from './role-service.js';

/** See `RoleService.load`. */
export async function loadRoles({ documents, access }: RolesDependencies): Promise<Result<void>> {
  const refreshed = await access.load();
  if (!refreshed.ok) return refreshed;
  // Read before the documents: a role has its document first, so one without is a role that has gone.
  const held = access.grants().map(({ name }) => name);
  const types = await readTypes({ documents, access });
  if (!types.ok) return types;
  const made = await makeStandard({ documents, access }, types.value);
  if (!made.ok) return made;
  const addRoles = [...made.value].filter((type) => !held.includes(type));
  const removeRoles = held.filter((type) => !made.value.has(type));
  return addRoles.length + removeRoles.length === 0
    ? ok(undefined)
    : access.change({ addRoles, removeRoles });
}

async function readTypes({ documents }: RolesDependencies): Promise<Result<ReadonlySet<string>>> {
  const read = await readRoles(documents);
  if (!read.ok) return read;
  return ok(new Set([...read.value.values()].map(({ type }) => type).filter((type) => type !== '')));
}

async function makeStandard(
  dependencies: RolesDependencies,
  there: ReadonlySet<string>,
): Promise<Result<ReadonlySet<string>>> {
  const missing = standardRoles.filter(({ type }) => !there.has(type));
  if (missing.length === 0) return ok(there);
  const failures: Extract<Result<never>, { ok: false }>[] = [];
  for (const role of missing) {
    const inserted = await insertRole(dependencies.documents, role);
    if (!inserted.ok) failures.push(inserted);
  }
  const reread = await readTypes(dependencies);
  if (!reread.ok) return reread;
  // Where two servers begin at once, the other one's may be there.
  const isWhole = standardRoles.every(({ type }) => reread.value.has(type));
  return isWhole ? reread : (failures[0] ?? reread);
}
