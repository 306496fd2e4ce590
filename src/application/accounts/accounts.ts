import { denied } from '../../domain/failure.js';
import { err } from '../../domain/result.js';
import { createChangeOwn } from './change-own.js';
import { createCodeSender } from './code-sender.js';
import { createConfirmation } from './confirmation.js';
import { createPasswords } from './passwords.js';
import { createRegistration, standardRole } from './register.js';
import { createSignIn } from './sign-in.js';
import { createSessions } from './sessions.js';
import { updateUser } from './user-records.js';
import type { Accounts, AccountsDependencies } from './use-cases.js';

export type * from './use-cases.js';

export function createAccounts(dependencies: AccountsDependencies): Accounts {
  const sessions = createSessions(dependencies);
  const codes = createCodeSender(dependencies);
  const confirmation = createConfirmation(dependencies, codes);
  const { sendConfirmation, confirmEmail } = confirmation;
  return {
    register: createRegistration(dependencies, sessions, confirmation),
    ...createSignIn(dependencies, sessions),
    ...createPasswords(dependencies, sessions, codes),
    changeOwn: createChangeOwn(dependencies, confirmation),
    sendConfirmation,
    confirmEmail,
    refresh: sessions.refresh,
    logout: async (principal) => (principal.user === undefined ? err(denied) : sessions.logout(principal)),
    giveDefaultRole: async (documentId) => {
      const role = await standardRole(dependencies.documents, dependencies.settings.defaultRole);
      return role.ok ? updateUser(dependencies.documents, documentId, { role: role.value }) : role;
    },
    endSessions: sessions.end,
    principalOf: sessions.principalOf,
    settled: codes.settled,
  };
}
