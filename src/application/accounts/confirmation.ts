import { err, ok } from '../../domain/result.js';
import { wrongToken } from './refusals.js';
import type { CodeSender } from './code-sender.js';
import type { Accounts, AccountsDependencies } from './use-cases.js';
import { findUser, spendCode, type UserRecord } from './user-records.js';
import { withParameter } from './with-parameter.js';

const minutesOfCode = 24 * 60;

export interface Confirmation extends Pick<Accounts, 'sendConfirmation' | 'confirmEmail'> {
  /** Sends a code to an address that its owner has to confirm. */
  ask(user: Pick<UserRecord, 'documentId' | 'email'>): void;
}

/** Whether people own the address that they gave. */
export function createConfirmation(
  { documents, secrets, clock, settings }: AccountsDependencies,
  codes: CodeSender,
): Confirmation {
  const ask: Confirmation['ask'] = ({ documentId, email }) =>
    codes.send({
      documentId,
      email,
      name: 'confirmation',
      minutes: minutesOfCode,
      mailOf: (code) => ({
        to: email,
        subject: 'Confirm your e-mail address',
        text: confirmationText(withParameter(settings.confirmationUrl, 'confirmation', code)),
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
      const hash = secrets.hash(code);
      const user = await findUser(documents, 'confirmationToken', hash);
      if (!user.ok) return user;
      if (user.value === null || user.value.confirmationExpiresAt <= clock.now()) return err(wrongToken);
      const spent = secrets.hash(secrets.create());
      const key = 'confirmationToken';
      const data = { confirmed: true, confirmationExpiresAt: null };
      const confirmed = await spendCode(documents, user.value.documentId, { key, hash, spent }, data);
      return !confirmed.ok && confirmed.failure.code === 'DOCUMENT.NOT_FOUND' ? err(wrongToken) : confirmed;
    },
  };
}

const confirmationText = (address: string): string => `Thank you for registering.

Confirm your address here, within a day:
${address}

If it was not you who registered, leave it.
`;
