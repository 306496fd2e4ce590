import * as t from 'io-ts';
import { GrantBody, WireGrant } from './grants.js';
import { Integer, listOf, orNull } from './wire.js';

/** `owner`, `editor` and `author` are built in: their grants cannot be changed. */
export const AdministratorRole = t.type(
  {
    name: t.string,
    isBuiltIn: t.boolean,
    /** Null: everything. */
    grants: orNull(listOf(WireGrant)),
    /** Whether those who have none must set one up right after they sign in. */
    needsSecondFactor: t.boolean,
  },
  'AdministratorRole',
);
export type AdministratorRole = t.TypeOf<typeof AdministratorRole>;

export const AdministratorRoleBody = t.exact(
  t.type({ name: t.string, grants: listOf(GrantBody) }),
  'AdministratorRoleBody',
);
export const AdministratorRoleChange = t.exact(
  t.partial({ grants: listOf(GrantBody), needsSecondFactor: t.boolean }),
  'AdministratorRoleChange',
);

/** The key by which the new role is known. */
export const CreatedRole = t.type({ name: t.string }, 'CreatedRole');

/** A role of users of the content. */
export const ContentRole = t.type(
  {
    documentId: t.string,
    name: t.string,
    description: t.string,
    /** The key of its grants; empty: nothing can be granted to it. */
    type: t.string,
    /** How many have it. */
    users: Integer,
    grants: listOf(WireGrant),
  },
  'ContentRole',
);
export type ContentRole = t.TypeOf<typeof ContentRole>;

/** `type` is the key of its grants. */
export const CreatedContentRole = t.type({ type: t.string }, 'CreatedContentRole');

export const ContentRoleBody = t.exact(
  t.intersection([
    t.type({ name: t.string }),
    t.partial({ description: t.string, grants: listOf(WireGrant) }),
  ]),
  'ContentRoleBody',
);
export const ContentRoleChange = t.exact(
  t.partial({ name: t.string, description: t.string, grants: listOf(WireGrant) }),
  'ContentRoleChange',
);
