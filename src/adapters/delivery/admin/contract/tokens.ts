import * as t from 'io-ts';
import { GrantBody, WireGrant } from './grants.js';
import { listOf, oneOf, orNull, Time } from './wire.js';

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
