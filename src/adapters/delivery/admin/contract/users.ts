import * as t from 'io-ts';
import { AnyPage } from './failures.js';
import { listOf, orNull, Time } from './wire.js';

const NamedRole = t.type({ documentId: t.string, name: t.string });

/** A user of the content. */
export const ContentUser = t.type(
  {
    documentId: t.string,
    username: t.string,
    email: t.string,
    confirmed: t.boolean,
    blocked: t.boolean,
    createdAt: t.union([Time, t.literal('')]),
    /** Null if there is none, or if the administrator may not see roles. */
    role: orNull(NamedRole),
  },
  'ContentUser',
);
export type ContentUser = t.TypeOf<typeof ContentUser>;

export const UsersMeta = t.type({
  pagination: AnyPage,
  /** Those that the administrator may see. */
  roles: listOf(NamedRole),
  /** Whether the server sends mails. */
  canMail: t.boolean,
  /** Whether an address has to be confirmed before its owner can log in. */
  emailConfirmation: t.boolean,
});
export type UsersMeta = t.TypeOf<typeof UsersMeta>;

/** `role` is a documentId. */
export const UserBody = t.exact(
  t.partial({
    username: t.string,
    email: t.string,
    password: t.string,
    role: t.string,
    confirmed: t.boolean,
    blocked: t.boolean,
  }),
  'UserBody',
);
export type UserBody = t.TypeOf<typeof UserBody>;
