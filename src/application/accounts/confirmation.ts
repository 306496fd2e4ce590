import { err, ok } from '../../domain/result.js';
import { wrongToken } from './refusals.js';
import { sendCode, withCode } from './send-code.js';
import type { Accounts, AccountsDependencies } from './use-cases.js';
import { findUser, updateUser, type UserRecord } from './user-records.js';

const minutesOfCode = 24 * 60;

export interface Confirmation extends Pick<Accounts, 'sendConfirmation' | 'confirmEmail'> {
  /** Sends a code to an address that its owner has to confirm. */
  ask(user: Pick<UserRecord, 'documentId' | 'email'>): void;
}

/** Whether people own the address that they gave. */
export function createConfirmation(dependencies: AccountsDependencies): Confirmation {
  const { documents, secrets, clock, settings } = dependencies;
  const ask: Confirmation['ask'] = ({ documentId, email }) =>
    sendCode(dependencies, {
      documentId,
      name: 'confirmation',
      minutes: minutesOfCode,
      mailOf: (code) => ({
        to: email,
        subject: 'Confirm your e-mail address',
        text: confirmationText(withCode(settings.confirmationUrl, 'confirmation', code)),
      }),
    });
  return {
    ask,
    async sendConfirmation(email) {
      const user = await findUser(documents, 'email', email.toLowerCase());
      if (!user.ok) return user;
      const { value } = user;
      if (value !== null && !value.confirmed && !value.blocked) ask(value);
      return ok(undefined);
    },
    async confirmEmail(code) {
      const user = await findUser(documents, 'confirmationToken', secrets.hash(code));
      if (!user.ok) return user;
      if (user.value === null || user.value.confirmationExpiresAt <= clock.now()) return err(wrongToken);
      const data = { confirmed: true, confirmationToken: null, confirmationExpiresAt: null };
      return updateUser(documents, user.value.documentId, data);
    },
  };
}

const confirmationText = (address: string): string => `Thank you for registering.

Confirm your address here, within a day:
${address}

If it was not you who registered, leave it.
`;
