import { roleType, userType } from '../../../domain/schema/built-in-uids.js';
import { textOf } from '../../../domain/document/text-of.js';
import { equals } from '../../../domain/query/compare.js';
import { systemPrincipal } from '../../../domain/permission/permission.js';
import { ok, type Result } from '../../../domain/result.js';
import type { Documents } from '../../documents/documents.js';
import type { Document } from '../../ports/document-store.js';
import { findAsSystem, readAll } from '../../documents/system-query.js';
import type { RoleAddress } from './role-service.js';

/** A role as the server reads it for its own use. */
export interface RoleRecord {
  readonly documentId: string;
  /** Empty if the app has created the role without one. */
  readonly type: string;
  readonly users: number;
}

/** Queries all roles, or the one at an address. */
export const roleQuery = (action: 'find' | 'findOne', address?: RoleAddress) => ({
  type: roleType,
  action,
  ...(address !== undefined && { filters: equals(address.key, address.value) }),
});

/** Returns roles by documentId. */
export async function readRoles(
  documents: Documents,
  address?: RoleAddress,
): Promise<Result<ReadonlyMap<string, RoleRecord>>> {
  const populate = { all: false, members: [{ name: 'users', count: true }] };
  const query = { ...roleQuery('find', address), fields: ['type'], populate };
  const found = await readAll(documents, systemPrincipal, query);
  if (!found.ok) return found;
  return ok(new Map(found.value.map((role) => [textOf(role['documentId']), recordOf(role)])));
}

const recordOf = (role: Document): RoleRecord => ({
  documentId: textOf(role['documentId']),
  type: textOf(role['type']),
  users: (role['users'] as { readonly count?: number } | null)?.count ?? 0,
});

interface RoleData {
  readonly name?: unknown;
  readonly description?: unknown;
  readonly type?: string;
  readonly users?: { readonly connect: readonly string[] };
}

const answer = { fields: ['type'] };

export const insertRole = (documents: Documents, data: RoleData): Promise<Result<unknown>> =>
  documents.create(systemPrincipal, { kind: 'create', type: roleType, layer: 'published', data, answer });

export const updateRole = (
  documents: Documents,
  documentId: string,
  data: RoleData,
): Promise<Result<unknown>> =>
  documents.update(systemPrincipal, {
    kind: 'update',
    type: roleType,
    documentId,
    layer: 'published',
    data,
    answer,
  });

export const deleteRole = (documents: Documents, documentId: string): Promise<Result<null>> =>
  documents.delete(systemPrincipal, { kind: 'delete', type: roleType, documentId });

const batch = 100;

/** Gives every user of one role the other role. */
export async function moveUsers(documents: Documents, from: string, to: string): Promise<Result<void>> {
  for (;;) {
    const found = await findAsSystem(documents, userType, {
      fields: ['documentId'],
      filters: { kind: 'at', key: 'role', filter: equals('documentId', from) },
      limit: batch,
    });
    if (!found.ok) return found;
    const users = found.value.map((user) => textOf(user['documentId']));
    if (users.length === 0) return ok(undefined);
    const moved = await updateRole(documents, to, { users: { connect: users } });
    if (!moved.ok) return moved;
  }
}
