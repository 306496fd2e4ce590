import { textOf } from '../../../domain/document/text-of.js';
import { systemPrincipal } from '../../../domain/permission/permission.js';
import { ok, type Result } from '../../../domain/result.js';
import type { Documents } from '../../documents/documents.js';
import type { AccessState, AccessStore } from '../../ports/access-store.js';
import { readAll } from '../../documents/system-query.js';
import { roleQuery } from '../roles/role-records.js';

/** The current access, which is exported and compared with files. */
export interface CurrentAccess extends AccessState {
  /** The documents of roles by type. */
  readonly described: ReadonlyMap<string, DescribedRole>;
}

export interface DescribedRole {
  readonly documentId: string;
  readonly type: string;
  readonly name: string;
  readonly description: string | null;
}

export async function readCurrentAccess(
  store: AccessStore,
  documents: Documents,
): Promise<Result<CurrentAccess>> {
  const state = await store.load();
  if (!state.ok) return state;
  const found = await readAll(documents, systemPrincipal, {
    ...roleQuery('find'),
    fields: ['type', 'name', 'description'],
  });
  if (!found.ok) return found;
  const described = found.value.map((role): DescribedRole => ({
    documentId: textOf(role['documentId']),
    type: textOf(role['type']),
    name: textOf(role['name']),
    description: role['description'] === null ? null : textOf(role['description']),
  }));
  return ok({ ...state.value, described: new Map(described.map((role) => [role.type, role])) });
}
