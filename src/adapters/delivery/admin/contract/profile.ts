import * as t from 'io-ts';

/** `GET profile`: the administrator who asks. */
export interface Profile {
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly hasSecondFactor: boolean;
  readonly recoveryCodesLeft: number;
}

/** `PATCH profile`. Another address or password ends all sign-ins but the one that is used. */
export const ProfileBody = t.exact(t.partial({ name: t.string, email: t.string, password: t.string }));
export type ProfileBody = t.TypeOf<typeof ProfileBody>;

/**
 * `POST prove`: the password, or with a second factor a code. Requests that change who may sign in, or what somebody may do, answer
 * `ProofRequiredError` (403) if the last proof in this sign-in is older than ten minutes; signing in is one.
 */
export const ProofBody = t.union([
  t.exact(t.type({ password: t.string })),
  t.exact(t.type({ code: t.string })),
]);
export type ProofBody = t.TypeOf<typeof ProofBody>;

/** `POST second-factor/begin`. The picture is an SVG of the address. */
export interface BegunSecondFactor {
  /** To be sent back with the first code. */
  readonly sealed: string;
  readonly uri: string;
  readonly picture: string;
}

/** `POST second-factor/confirm` with `sealed` and `code`, and `POST second-factor/codes`: shown only once. */
export interface RecoveryCodes {
  readonly recoveryCodes: readonly string[];
}

/** `POST see-as`: an owner looks at the page as this role, until `DELETE see-as`. Until then every other write is refused. */
export const SeeAsBody = t.exact(t.type({ role: t.string }));
