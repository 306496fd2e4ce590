import * as t from 'io-ts';
import { oneOf, orNull, Time } from './wire.js';

/**
 * The plain forms post these members, form-encoded, to `<admin>/sign-in`, `/second-factor`, `/sign-out`, `/forgot` and
 * `/welcome`. A page whose sign-in has ended posts them as JSON to `<admin>/api/sign-in` and `/api/second-factor`: with `Origin`,
 * without the header `X-Quire-Csrf`.
 */
export const SignInBody = t.exact(t.type({ email: t.string, password: t.string }), 'SignInBody');
export type SignInBody = t.TypeOf<typeof SignInBody>;

export const SecondFactorBody = t.exact(t.type({ code: t.string }), 'SecondFactorBody');
export type SecondFactorBody = t.TypeOf<typeof SecondFactorBody>;

/** The answer is the same whether or not an administrator has the address. */
export const ForgotBody = t.exact(t.type({ email: t.string }), 'ForgotBody');
export type ForgotBody = t.TypeOf<typeof ForgotBody>;

/** `code`: of the link in the mail. */
export const ResetBody = t.exact(t.type({ code: t.string, password: t.string }), 'ResetBody');
export type ResetBody = t.TypeOf<typeof ResetBody>;

/** The cookie comes with the answer; `second-factor`: it opens nothing until the code is sent. */
export const SignInAnswer = t.type({ next: oneOf(['start', 'second-factor']) }, 'SignInAnswer');
export type SignInAnswer = t.TypeOf<typeof SignInAnswer>;

/** A sign-in of the administrator. */
export const AdminSession = t.type(
  {
    id: t.string,
    isCurrent: t.boolean,
    createdAt: Time,
    usedAt: Time,
    expiresAt: Time,
    /** The address and the browser that signed in. */
    origin: orNull(t.string),
    agent: orNull(t.string),
  },
  'AdminSession',
);
export type AdminSession = t.TypeOf<typeof AdminSession>;
