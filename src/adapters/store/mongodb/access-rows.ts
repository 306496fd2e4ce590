import type { GrantRecord, TokenRecord } from '../../../application/ports/access-store.js';
import type { Action } from '../../../domain/permission/permission.js';

export interface RoleRow {
  readonly _id: string;
  /** That of access when the role was changed last. */
  readonly revision?: number;
  /** By content-type, its dot as a slash. */
  readonly grants?: Readonly<Record<string, readonly Action[]>>;
  /** By content-type and action, of grants that have some: their JSON text, for names in it may begin with `$`. */
  readonly limits?: Readonly<Record<string, Readonly<Partial<Record<Action, string>>>>>;
}

export type TokenRow = Omit<TokenRecord, 'name' | 'grants'> & {
  readonly _id: string;
  /** JSON text; a list in rows from before grants had limits. */
  readonly grants: string | readonly GrantRecord[];
};

/** A uid has a dot, which in an update would lead further down. */
export const typeField = (uid: string): string => uid.replaceAll('.', '/');
