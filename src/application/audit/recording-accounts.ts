import { userType } from '../../domain/schema/built-in-uids.js';
import type { Accounts } from '../accounts/use-cases.js';
import type { Document } from '../ports/document-store.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import type { AuditEvent, AuditTrail } from './audit-trail.js';

type Recorder = Pick<AuditTrail, 'record'>;

/**
 * Accounts as `asker` uses them, where it is kept who signs in and out, and who has a password changed. What fails for
 * want of the database is not kept: nobody was let in or refused.
 */
export function recordingAccounts(accounts: Accounts, audit: Recorder, asker: Principal): Accounts {
  const keep = async <T>(done: Result<T>, event: AuditEvent): Promise<Result<T>> => {
    if (done.ok) await audit.record(asker, { ...event, ...userIn(done.value) });
    else if (isRefusal(done)) await audit.record(asker, { ...event, outcome: 'refused' });
    return done;
  };
  return {
    ...accounts,
    register: async (registration) => {
      const done = await accounts.register(registration);
      return done.ok ? keep(done, { action: 'register', subject: registration.username }) : done;
    },
    login: async (identifier, password) =>
      keep(await accounts.login(identifier, password), { action: 'login', subject: identifier }),
    redeem: async (code, verifier) => keep(await accounts.redeem(code, verifier), { action: 'login' }),
    // Whoever is not signed in could fill the trail.
    changePassword: async (principal, change) => {
      const done = await accounts.changePassword(principal, change);
      return principal.user === undefined ? done : keep(done, { action: 'changePassword' });
    },
    forgotPassword: async (email) =>
      keep(await accounts.forgotPassword(email), { action: 'forgotPassword', subject: email }),
    resetPassword: async (code, password) =>
      keep(await accounts.resetPassword(code, password), { action: 'resetPassword' }),
    confirmEmail: async (code) => keep(await accounts.confirmEmail(code), { action: 'confirmEmail' }),
    // One that is taken is the everyday of a session.
    refresh: async (token) => {
      const done = await accounts.refresh(token);
      return done.ok ? done : keep(done, { action: 'refresh' });
    },
    logout: async (principal) => keep(await accounts.logout(principal), { action: 'logout' }),
  };
}

const isRefusal = ({ failure }: Extract<Result<never>, { ok: false }>): boolean =>
  !failure.code.startsWith('STORE.') && failure.code !== 'IDENTITY.UNAVAILABLE';

/** The user that an answer is about, if it tells one. */
function userIn(value: unknown): Partial<AuditEvent> {
  const user = (value as { readonly user?: Document } | null | undefined)?.user;
  const documentId = user?.['documentId'];
  return typeof documentId === 'string' ? { type: userType, documentId } : {};
}
