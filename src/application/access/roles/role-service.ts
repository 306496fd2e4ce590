import type { Principal } from '../../../domain/permission/permission.js';
import type { Result } from '../../../domain/result.js';
import type { Access } from '../access.js';
import type { GrantRequest } from '../check-grants.js';
import type { Documents } from '../../documents/documents.js';
import type { Document } from '../../ports/document-store.js';
import type { GrantRecord } from '../../ports/access-store.js';

/**
 * Manages roles: documents of `plugin::users-permissions.role`, whose `type` is the key of their grants. Reading needs
 * `find` or `findOne` on that content-type, and respects fields and filters; writing needs `create`, `update` or
 * `delete` without fields and filters. Otherwise methods fail with `POLICY.DENIED`. They fail with `INPUT.INVALID` for
 * invalid input, `INPUT.MISMATCH` if the input does not fit stored data, and `DOCUMENT.NOT_FOUND` if there is no such
 * role.
 */
export interface RoleService {
  /**
   * Creates the documents of `public` and `authenticated` if they are missing, and removes grants of roles without a
   * document.
   */
  load(): Promise<Result<void>>;
  /** Sorted by name. */
  list(principal: Principal): Promise<Result<readonly ListedRole[]>>;
  find(principal: Principal, address: RoleAddress): Promise<Result<ListedRole>>;
  /** Returns the role's type: `request.type`, or one made from the name. */
  create(principal: Principal, request: RoleRequest): Promise<Result<string>>;
  /** If grants are given, they replace all grants of the role. */
  update(principal: Principal, address: RoleAddress, request: RoleRequest): Promise<Result<void>>;
  /** Its users get the role `authenticated`. `public` and `authenticated` cannot be removed. */
  remove(principal: Principal, address: RoleAddress): Promise<Result<void>>;
}

export interface RoleAddress {
  readonly key: 'id' | 'documentId' | 'type';
  readonly value: string;
}

/** Callers can pass any JavaScript value, so every member is checked. */
export interface RoleRequest {
  readonly name?: unknown;
  readonly description?: unknown;
  /** Only for new roles: a role keeps its type. */
  readonly type?: unknown;
  readonly grants?: readonly GrantRequest[];
}

export interface ListedRole {
  /** As the principal may read it. */
  readonly document: Document;
  readonly type: string;
  /** The number of users with the role. */
  readonly users: number;
  readonly grants: readonly GrantRecord[];
}

export interface RolesDependencies {
  readonly documents: Documents;
  readonly access: Access;
}
