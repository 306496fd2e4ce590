import * as t from 'io-ts';

/**
 * The plain forms post these members, form-encoded, to `<admin>/sign-in`, `/second-factor`, `/sign-out` and `/welcome`. A page whose
 * sign-in has ended posts them as JSON to `<admin>/api/sign-in` and `/api/second-factor`: with `Origin`, without the header
 * `X-Quire-Csrf`.
 */
export const SignInBody = t.exact(t.type({ email: t.string, password: t.string }));
export type SignInBody = t.TypeOf<typeof SignInBody>;

export const SecondFactorBody = t.exact(t.type({ code: t.string }));
export type SecondFactorBody = t.TypeOf<typeof SecondFactorBody>;

/** `POST sign-in`. The cookie comes with the answer; `second-factor`: it opens nothing until the code is sent. */
export interface SignInAnswer {
  readonly next: 'start' | 'second-factor';
}

/** `GET sessions`: the sign-ins of the administrator, the latest first. `DELETE sessions/:id` ends one. */
export interface AdminSession {
  readonly id: string;
  readonly isCurrent: boolean;
  readonly createdAt: string;
  readonly usedAt: string;
  readonly expiresAt: string;
  /** The address and the browser that signed in. */
  readonly origin: string | null;
  readonly agent: string | null;
}
