import { denied } from '../../domain/failure.js';
import { err } from '../../domain/result.js';
import { createConfirmation } from './confirmation.js';
import { createUserManagement } from './manage-users.js';
import { createOwnRecord } from './own-record.js';
import { createPasswords } from './passwords.js';
import { createRegistration } from './register.js';
import { createSignIn } from './sign-in.js';
import { createSessions } from './sessions.js';
import type { Accounts, AccountsDependencies } from './use-cases.js';

export type * from './use-cases.js';

export function createAccounts(dependencies: AccountsDependencies): Accounts {
  const sessions = createSessions(dependencies);
  const confirmation = createConfirmation(dependencies);
  const { sendConfirmation, confirmEmail } = confirmation;
  const passwords = createPasswords(dependencies, sessions);
  return {
    register: createRegistration(dependencies, sessions, confirmation),
    ...createSignIn(dependencies, sessions),
    ...passwords,
    ...createOwnRecord(dependencies),
    sendConfirmation,
    confirmEmail,
    refresh: sessions.refresh,
    async logout(principal, refreshToken) {
      if (principal.user !== undefined) return sessions.logout(principal);
      return refreshToken === undefined ? err(denied) : sessions.endSignIn(refreshToken);
    },
    ...createUserManagement(dependencies, sessions, {
      forgotPassword: passwords.forgotPassword,
      sendConfirmation,
    }),
    principalOf: sessions.principalOf,
    settled: dependencies.codes.settled,
  };
}
