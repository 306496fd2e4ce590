import * as t from 'io-ts';
import { listOf, orNull, Time } from './wire.js';

export const Administrator = t.type(
  {
    documentId: t.string,
    name: t.string,
    email: t.string,
    /** The `name` of an `AdministratorRole`. */
    role: t.string,
    blocked: t.boolean,
    createdAt: Time,
    hasSecondFactor: t.boolean,
    hasPassword: t.boolean,
    /** The provider that signs them in; null: none. */
    provider: orNull(t.string),
  },
  'Administrator',
);
export type Administrator = t.TypeOf<typeof Administrator>;

export const AdministratorsMeta = t.type({
  /** The names of the roles that the administrator who asks may give. */
  roles: listOf(t.string),
  /** Whether an invitation can be mailed. */
  canMail: t.boolean,
});
export type AdministratorsMeta = t.TypeOf<typeof AdministratorsMeta>;

export const AdministratorBody = t.exact(
  t.partial({ name: t.string, email: t.string, role: t.string, blocked: t.boolean }),
  'AdministratorBody',
);
export type AdministratorBody = t.TypeOf<typeof AdministratorBody>;

/** With `email` the link is mailed there, too. */
export const InvitationBody = t.exact(
  t.intersection([t.type({ role: t.string }), t.partial({ email: t.string })]),
  'InvitationBody',
);
export type InvitationBody = t.TypeOf<typeof InvitationBody>;

/** A link that works once. `isMailed`: whether the mail with it was sent; absent: none was to be. */
export const Invitation = t.intersection(
  [t.type({ link: t.string, expiresAt: Time }), t.partial({ isMailed: t.boolean })],
  'Invitation',
);
export type Invitation = t.TypeOf<typeof Invitation>;
