import { reusedRefreshToken } from '../accounts/failures.js';
import { userType } from '../../domain/schema/built-in-uids.js';
import type { Accounts } from '../accounts/use-cases.js';
import type { Document } from '../ports/document-store.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import type { AuditEvent, AuditTrail } from './audit-trail.js';

type Recorder = Pick<AuditTrail, 'record'>;

/**
 * Wraps accounts to record who signs in and out, and whose password changes. Failures of the
 * database are not recorded: nobody was let in or refused.
 */
export function recordingAccounts(accounts: Accounts, audit: Recorder, actor: Principal): Accounts {
  const keep = async <T>(done: Result<T>, event: AuditEvent): Promise<Result<T>> => {
    if (done.ok) await audit.record(actor, { ...event, ...userIn(done.value) });
    else if (isRefusal(done)) await audit.record(actor, { ...event, outcome: 'refused' });
    return done;
  };
  return {
    ...accounts,
    register: async (registration) => {
      const done = await accounts.register(registration);
      return done.ok ? keep(done, { action: 'register', subject: registration.username }) : done;
    },
    login: async (identifier, password, client) =>
      keep(await accounts.login(identifier, password, client), { action: 'login', subject: identifier }),
    redeem: async (code, verifier) => keep(await accounts.redeem(code, verifier), { action: 'login' }),
    // Anonymous clients could fill the trail.
    changePassword: async (principal, change) => {
      const done = await accounts.changePassword(principal, change);
      return principal.user === undefined ? done : keep(done, { action: 'changePassword' });
    },
    forgotPassword: async (email) =>
      keep(await accounts.forgotPassword(email), { action: 'forgotPassword', subject: email }),
    resetPassword: async (code, password, client) =>
      keep(await accounts.resetPassword(code, password, client), { action: 'resetPassword' }),
    confirmEmail: async (code) => keep(await accounts.confirmEmail(code), { action: 'confirmEmail' }),
    // Successful refreshes are too frequent to record.
    refresh: async (token) => {
      const done = await accounts.refresh(token);
      return done.ok ? done : keep(done, { action: 'refresh' });
    },
    // Anonymous clients could fill the trail, but not with tokens that were exchanged.
    logout: async (principal, refreshToken) => {
      const done = await accounts.logout(principal, refreshToken);
      const isAnybodys = principal.user === undefined && !done.ok && done.failure !== reusedRefreshToken;
      return isAnybodys ? done : keep(done, { action: 'logout' });
    },
  };
}

const isRefusal = ({ failure }: Extract<Result<never>, { ok: false }>): boolean =>
  !failure.code.startsWith('STORE.') && failure.code !== 'IDENTITY.UNAVAILABLE';

/** Returns the user in a result, if it has one. */
function userIn(value: unknown): Partial<AuditEvent> {
  const user = (value as { readonly user?: Document } | null | undefined)?.user;
  const documentId = user?.['documentId'];
  return typeof documentId === 'string' ? { type: userType, documentId } : {};
}
