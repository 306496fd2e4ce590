import * as t from 'io-ts';
import { Integer, listOf, oneOf } from './wire.js';

/** The administrator who asks. */
export const Profile = t.type(
  {
    name: t.string,
    email: t.string,
    role: t.string,
    hasSecondFactor: t.boolean,
    recoveryCodesLeft: Integer,
  },
  'Profile',
);
export type Profile = t.TypeOf<typeof Profile>;

/** Another address or password ends all sign-ins but the one that is used. */
export const ProfileBody = t.exact(
  t.partial({ name: t.string, email: t.string, password: t.string }),
  'ProfileBody',
);
export type ProfileBody = t.TypeOf<typeof ProfileBody>;

/**
 * The password, or with a second factor a code. Requests that change who may sign in, or what somebody may do, answer
 * `ProofRequiredError` (403) if the last proof in this sign-in is older than ten minutes; signing in is one.
 */
export const ProofBody = t.union(
  [t.exact(t.type({ password: t.string })), t.exact(t.type({ code: t.string }))],
  'ProofBody',
);
export type ProofBody = t.TypeOf<typeof ProofBody>;

/** The picture is an SVG of the address. */
export const BegunSecondFactor = t.type(
  {
    /** To be sent back with the first code. */
    sealed: t.string,
    uri: t.string,
    picture: t.string,
  },
  'BegunSecondFactor',
);
export type BegunSecondFactor = t.TypeOf<typeof BegunSecondFactor>;

export const ConfirmationBody = t.exact(t.type({ sealed: t.string, code: t.string }), 'ConfirmationBody');

/** Shown only once. */
export const RecoveryCodes = t.type({ recoveryCodes: listOf(t.string) }, 'RecoveryCodes');
export type RecoveryCodes = t.TypeOf<typeof RecoveryCodes>;

/**
 * An owner looks at the page as this role, until `DELETE see-as`. Until then every other write is refused. `of`: whose role it
 * is, of administrators by its name, which is usual, or of users of the content by its type.
 */
export const SeeAsBody = t.exact(
  t.intersection([t.type({ role: t.string }), t.partial({ of: oneOf(['administrators', 'users']) })]),
  'SeeAsBody',
);
export type SeeAsBody = t.TypeOf<typeof SeeAsBody>;
