import type { Principal } from '../../../domain/permission/permission.js';
import type { Result } from '../../../domain/result.js';
import type { Access } from '../access.js';
import type { GrantRequest } from '../check-grants.js';
import type { Documents } from '../../documents/documents.js';
import type { Document } from '../../ports/document-store.js';
import type { GrantRecord } from '../../ports/access-store.js';

/**
 * Roles: documents of `plugin::users-permissions.role`, whose `type` is what their grants are kept under. Reading asks
 * for `find` or `findOne` on that content-type, within the limits of the grant; writing for `create`, `update` or
 * `delete` without limits, else `POLICY.DENIED`. Refused input is `INPUT.INVALID`, what does not fit what is stored
 * `INPUT.MISMATCH`, no such role `DOCUMENT.NOT_FOUND`.
 */
export interface RoleService {
  /** Makes the documents of `public` and `authenticated`, and drops the grants of roles that are gone. */
  load(): Promise<Result<void>>;
  /** By name. */
  list(principal: Principal): Promise<Result<readonly ListedRole[]>>;
  find(principal: Principal, address: RoleAddress): Promise<Result<ListedRole>>;
  /** Answers the role's type: `request.type`, or one made from the name. */
  create(principal: Principal, request: RoleRequest): Promise<Result<string>>;
  /** Grants, where there are some, take the place of all those that the role has. */
  update(principal: Principal, address: RoleAddress, request: RoleRequest): Promise<Result<void>>;
  /** Its users become `authenticated`. `public` and `authenticated` stay. */
  remove(principal: Principal, address: RoleAddress): Promise<Result<void>>;
}

export interface RoleAddress {
  readonly key: 'id' | 'documentId' | 'type';
  readonly value: string;
}

/** Callers can pass anything, so every member is checked. */
export interface RoleRequest {
  readonly name?: unknown;
  readonly description?: unknown;
  /** Of a new role; it stays what it is. */
  readonly type?: unknown;
  readonly grants?: readonly GrantRequest[];
}

export interface ListedRole {
  /** What the principal may see of it. */
  readonly document: Document;
  readonly type: string;
  /** How many have it. */
  readonly users: number;
  readonly grants: readonly GrantRecord[];
}

export interface RolesDependencies {
  readonly documents: Documents;
  readonly access: Access;
}
