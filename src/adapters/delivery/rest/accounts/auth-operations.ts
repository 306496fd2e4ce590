import type { Request, Response } from 'express';
import type { Accounts } from '../../../../application/accounts/accounts.js';
import { reusedRefreshToken, wrongRefreshToken } from '../../../../application/accounts/failures.js';
import { denied } from '../../../../domain/failure.js';
import { nobody, type Principal } from '../../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { readTexts, othersOf } from './read-texts.js';
import type { AuditTrail } from '../../../../application/audit/audit-trail.js';
import { recordingAccounts } from '../../../../application/audit/recording-accounts.js';
import { clientAddress, clientNetwork, withOrigin, type Sender } from '../../codec/client-address.js';

export interface AccountsAround {
  readonly accounts: Accounts;
  /** Records who signs in. */
  readonly audit?: Pick<AuditTrail, 'record'> | undefined;
}

/** Returns the account service for one request, which records what `asker` does. */
export const accountsFor = ({ accounts, audit }: AccountsAround, asker: Principal): Accounts =>
  audit === undefined ? accounts : recordingAccounts(accounts, audit, asker);

/** Returns the same for a route without authentication. */
export const accountsForAnybody = (around: AccountsAround, req: Sender): Accounts =>
  accountsFor(around, withOrigin(nobody, req));

/** One request to an account route. */
export interface AuthCall {
  readonly req: Request;
  readonly res: Response;
  readonly principal: Principal;
  readonly accounts: Accounts;
  /** Undefined if there is none. */
  readonly body: unknown;
  /** That of the cookie. */
  readonly refreshToken?: string | undefined;
}

/** Returns the content of the answer. */
export type AuthOperation = (call: AuthCall) => Promise<Result<unknown>>;

/** The POST routes under `<prefix>/auth`: docs/accounts.md. */
export const authOperations: Readonly<Record<string, AuthOperation>> = {
  local: async ({ accounts, req, body }) => {
    const asked = readTexts(body, ['identifier', 'password']);
    if (!asked.ok) return asked;
    const { identifier, password } = asked.value;
    return accounts.login(identifier, password, clientOf(req));
  },
  'local/register': async ({ accounts, body }) => {
    const names = ['username', 'email', 'password'] as const;
    const asked = readTexts(body, names);
    return asked.ok ? accounts.register({ ...asked.value, more: othersOf(body, names) }) : asked;
  },
  'change-password': async ({ accounts, principal, body }) => {
    if (principal.user === undefined) return err(denied);
    const asked = readTexts(body, ['currentPassword', 'password', 'passwordConfirmation']);
    if (!asked.ok) return asked;
    const { passwordConfirmation: confirmation, ...change } = asked.value;
    return accounts.changePassword(principal, { ...change, confirmation });
  },
  'forgot-password': async ({ accounts, body }) => {
    const asked = readTexts(body, ['email']);
    return answering(asked.ok ? await accounts.forgotPassword(asked.value.email) : asked, { ok: true });
  },
  'reset-password': async ({ accounts, req, body }) => {
    const asked = readTexts(body, ['code', 'password', 'passwordConfirmation']);
    if (!asked.ok) return asked;
    const { code, password, passwordConfirmation: confirmation } = asked.value;
    return accounts.resetPassword(code, { password, confirmation }, clientOf(req));
  },
  'send-email-confirmation': async ({ accounts, body }) => {
    const asked = readTexts(body, ['email']);
    if (!asked.ok) return asked;
    const { email } = asked.value;
    return answering(await accounts.sendConfirmation(email), { email: email.toLowerCase(), sent: true });
  },
  refresh: async ({ accounts, body, refreshToken }) => {
    const asked = readTexts({ ...(refreshToken !== undefined && { refreshToken }), ...othersOf(body, []) }, [
      'refreshToken',
    ]);
    return asked.ok ? accounts.refresh(asked.value.refreshToken) : asked;
  },
  async logout({ accounts, principal, refreshToken }) {
    const done = await accounts.logout(principal, refreshToken);
    // A sign-in that has ended is what a logout asks for.
    const hasEnded = !done.ok && [wrongRefreshToken, reusedRefreshToken].includes(done.failure);
    return answering(hasEnded ? ok(null) : done, { ok: true });
  },
};

const clientOf = (req: Request): string => clientNetwork(clientAddress(req));

const answering = (done: Result<unknown>, answer: object): Result<unknown> => (done.ok ? ok(answer) : done);
