import * as t from 'io-ts';
import type { GrantedAction } from '../../../../domain/permission/permission.js';
import { Integer, Json, listOf, oneOf, orNull, Time } from './wire.js';

/** An `Action`, or an action of a controller of the app. */
const Granted = t.string as unknown as t.Type<GrantedAction>;

/** A grant for some locales has them in `filters`: `{ locale: 'fr' }`. */
export const WireGrant = t.intersection(
  [
    t.type({ type: t.string, actions: listOf(Granted) }),
    t.partial({ fields: listOf(t.string), filters: Json }),
  ],
  'Grant',
);
export type WireGrant = t.TypeOf<typeof WireGrant>;

/** As a `Grant`, or in one text: `api::note.note:find`. */
export const GrantBody = t.union([t.string, WireGrant], 'GrantBody');
export type GrantBody = t.TypeOf<typeof GrantBody>;

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

/** Of how many entries the condition of a grant is true. */
export const GrantCount = t.type(
  {
    /** Null: it depends on who asks. */
    matching: orNull(Integer),
    total: Integer,
  },
  'GrantCount',
);
export type GrantCount = t.TypeOf<typeof GrantCount>;

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

/** A controller of the app's code, and its actions that can be granted. */
const DeclaredController = t.type({ uid: t.string, actions: listOf(t.string) }, 'DeclaredController');
export type DeclaredController = t.TypeOf<typeof DeclaredController>;

export const DeclaredMeta = t.type({ declared: listOf(DeclaredController) });
export type DeclaredMeta = t.TypeOf<typeof DeclaredMeta>;

const tokenAccess = oneOf(['full-access', 'read-only', 'custom']);

export const ApiToken = t.type(
  {
    name: t.string,
    access: tokenAccess,
    /** Of `custom`. */
    grants: listOf(WireGrant),
    createdAt: Time,
    expiresAt: orNull(Time),
    expired: t.boolean,
    /** To the minute, if another server was asked; null: not yet, or before the server kept it. */
    lastUsedAt: orNull(Time),
  },
  'ApiToken',
);
export type ApiToken = t.TypeOf<typeof ApiToken>;

export const TokenBody = t.exact(
  t.intersection([
    t.type({ name: t.string, access: t.string }),
    t.partial({
      /** Of `custom`. */
      grants: listOf(GrantBody),
      /** `30d`, `12h`, `15m` or `90s`; absent: it does not end. */
      expiresIn: t.string,
    }),
  ]),
  'TokenBody',
);

export const RotationBody = t.exact(
  t.intersection([
    /** How long the old secret stays valid: `7d`, or `0`. */
    t.type({ overlap: t.string }),
    /** Null: it does not end; absent: as long as it was to live at first. */
    t.partial({ expiresIn: orNull(t.string) }),
  ]),
  'RotationBody',
);

/** The token itself, which is answered only here. */
export const CreatedToken = t.type({ token: t.string }, 'CreatedToken');

export const TrailEntry = t.type(
  {
    at: Time,
    cursor: t.string,
    actor: t.type({
      kind: t.string,
      name: t.string,
      documentId: orNull(t.string),
      origin: orNull(t.string),
    }),
    action: t.string,
    outcome: oneOf(['done', 'refused']),
    type: orNull(t.string),
    documentId: orNull(t.string),
    locale: orNull(t.string),
    status: orNull(oneOf(['draft', 'published'])),
    subject: orNull(t.string),
    names: listOf(t.string),
  },
  'TrailEntry',
);
export type TrailEntry = t.TypeOf<typeof TrailEntry>;

/** What follows the change log. */
const HealthFollower = t.type(
  {
    name: t.string,
    state: oneOf(['idle', 'working', 'failing', 'not running']),
    /** At most as many entries are left to handle. */
    lag: Integer,
    /** How often the next entry has failed in a row. */
    failures: Integer,
    /** The last failure. */
    error: orNull(t.string),
    retryAt: orNull(Time),
    seenAt: orNull(Time),
    /** How many entries were set aside, as they failed too often. */
    aside: Integer,
  },
  'HealthFollower',
);
export type HealthFollower = t.TypeOf<typeof HealthFollower>;

export const Health = t.type(
  {
    isReady: t.boolean,
    version: t.string,
    node: t.string,
    database: t.string,
    databaseVersion: orNull(t.string),
    environment: t.string,
    startedAt: Time,
    memoryBytes: Integer,
    /** Of the objects of the program, and the most that they may take. */
    heapBytes: Integer,
    heapLimitBytes: Integer,
    /** How long the database took to answer something small. */
    answerMs: t.number,
    /** How late timers were since this was read last: half of them at least, and the latest. */
    delayMs: t.type({ typical: t.number, worst: t.number }),
    /** The connections to the database, and what waits for one; null: it has none. */
    pool: orNull(t.type({ used: Integer, idle: Integer, waiting: Integer })),
    /** Requests that run, and that wait for their turn. */
    requests: t.type({ running: Integer, waiting: Integer }),
    queues: t.type({
      webhooks: t.type({ waiting: Integer, failed: Integer }),
      releases: t.type({ scheduled: Integer, overdue: Integer, failed: Integer }),
      jobs: t.type({ open: Integer, failed: Integer }),
    }),
    /** Without their formats. */
    files: t.type({ count: Integer, bytes: Integer }),
    /** Errors that this server has logged since its start, the latest first. */
    faults: listOf(t.type({ at: Time, message: t.string, reason: orNull(t.string) })),
    followers: listOf(HealthFollower),
  },
  'Health',
);
export type Health = t.TypeOf<typeof Health>;

/** A locale of the content. */
export const ContentLocale = t.type(
  { code: t.string, name: t.string, isDefault: t.boolean },
  'ContentLocale',
);
export type ContentLocale = t.TypeOf<typeof ContentLocale>;

export const LocaleBody = t.exact(
  t.intersection([t.type({ code: t.string }), t.partial({ name: t.string })]),
  'LocaleBody',
);
export const LocaleChange = t.exact(
  t.partial({ name: t.string, isDefault: t.literal(true) }),
  'LocaleChange',
);
