import * as t from 'io-ts';
import type { Pagination } from './failures.js';

/** `GET users?search&filters&sort&pagination`: users of the content, with `meta: UsersMeta`. */
export interface ContentUser {
  readonly documentId: string;
  readonly username: string;
  readonly email: string;
  readonly confirmed: boolean;
  readonly blocked: boolean;
  readonly createdAt: string;
  /** Null if there is none, or if the administrator may not see roles. */
  readonly role: { readonly documentId: string; readonly name: string } | null;
}

export interface UsersMeta {
  readonly pagination: Pagination;
  /** Those that the administrator may see. */
  readonly roles: readonly { readonly documentId: string; readonly name: string }[];
}

/** `POST users` and `PATCH users/:documentId`; `role` is a documentId. `POST users/:documentId/sign-out` ends their sessions. */
export const UserBody = t.exact(
  t.partial({
    username: t.string,
    email: t.string,
    password: t.string,
    role: t.string,
    confirmed: t.boolean,
    blocked: t.boolean,
  }),
);
export type UserBody = t.TypeOf<typeof UserBody>;
