import type { Request } from 'express';
import { failure, type Failure } from '../../../domain/failure.js';
import { reason } from '../../../domain/reason/reason.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { Principal } from '../../../domain/permission/permission.js';
import { clientAddress, clientNetwork, withOrigin } from '../codec/client-address.js';
import type { Client } from '../../../application/administration/use-cases.js';
import { originsOf } from '../codec/server-origins.js';
import type { AdminDependencies, AdminOptions, Call } from './call.js';
import { isSecure, readCookie } from './cookies.js';

export const signedOut = failure('POLICY.UNAUTHENTICATED', reason('signIn.first'));

/** The form that sets a second factor up is no part of the API. */
export const setUpFirst: Failure = {
  ...failure('POLICY.DENIED', reason('signIn.setUp')),
  details: { secondFactor: 'required' },
};

/** Judges again who asks, for as long as a stream goes on: that is no use of the sign-in. */
export const judgeAgain =
  ({ administration }: Pick<AdminDependencies, 'administration'>, { cookie, req }: Call) =>
  async (): Promise<Result<Principal>> => {
    const me = await administration.authenticate(cookie, 'watch');
    if (!me.ok) return me;
    if (me.value?.mustSetUp === true) return err(setUpFirst);
    return me.value === null ? err(signedOut) : ok(withOrigin(me.value.principal, req));
  };

export const clientOf = (req: Request): Client => {
  const address = clientAddress(req);
  return { address, network: clientNetwork(address), agent: req.headers['user-agent'] ?? '' };
};

/** Whether a write comes from a page of this server: browsers always say so, and programs have no cookie of others to use. */
export function isFromHere(req: Request, options: Pick<AdminOptions, 'publicUrl'>): boolean {
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = req.headers;
  return origin !== undefined && originsOf(req, options).includes(origin);
}

const localHosts = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/** Whether browsers do what is for secure pages only. This machine counts as secure. */
export const hasSecureStorage = ({ options }: Pick<AdminDependencies, 'options'>, req: Request): boolean =>
  isSecure(req, options) || localHosts.test(req.headers.host ?? '');

/** Outside of this machine, production needs TLS: the cookie would be sent in the clear. */
export const isPrivateEnough = (dependencies: Pick<AdminDependencies, 'options'>, req: Request): boolean =>
  dependencies.options.environment !== 'production' || hasSecureStorage(dependencies, req);

/** The text that proves that a page of this server made the request. It follows from the cookie, so nothing is stored. */
export const csrfOf = ({ keyedHash }: Pick<AdminDependencies, 'keyedHash'>, cookie: string): string =>
  keyedHash(`admin csrf ${cookie}`);

/** Compares in constant time by comparing hashes with a key. */
export const isSame = (
  { keyedHash }: Pick<AdminDependencies, 'keyedHash'>,
  given: unknown,
  expected: string,
): boolean => typeof given === 'string' && keyedHash(`same ${given}`) === keyedHash(`same ${expected}`);

/**
 * Records a request of an administrator that came from another site, or without the proof that it did not. Those of others are
 * left out: anonymous clients could fill the trail.
 */
export async function recordCrossSite(
  dependencies: Pick<AdminDependencies, 'administration' | 'audit' | 'options'>,
  req: Request,
  known?: Principal,
): Promise<void> {
  const principal = known ?? (await signedIn(dependencies, req));
  if (principal === null) return;
  const subject = `${req.method} ${req.path}`;
  await dependencies.audit?.record(withOrigin(principal, req), {
    action: 'crossSite',
    outcome: 'refused',
    subject,
  });
}

/** Who has sent a request, without counting it as a use of their sign-in; null: nobody who is signed in. */
async function signedIn(
  { administration, options }: Pick<AdminDependencies, 'administration' | 'options'>,
  req: Request,
): Promise<Principal | null> {
  const cookie = readCookie(req, options, 'admin');
  const me = cookie === null ? null : await administration.authenticate(cookie, 'watch');
  return me?.ok === true && me.value !== null ? me.value.principal : null;
}
