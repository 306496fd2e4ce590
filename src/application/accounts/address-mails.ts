import type { Mail } from '../ports/mailer.js';
import type { SentCode } from './code-sender.js';
import { addParameter } from './add-parameter.js';
import type { Addressee } from './user-records.js';

const minutesOfCode = 24 * 60;

/** A code that proves that an address belongs to the user; `confirmationUrl` takes it. */
export const confirmationCode = (addressee: Addressee, confirmationUrl: string): SentCode => ({
  ...addressee,
  name: 'confirmation',
  minutes: minutesOfCode,
  mailOf: (code) => ({
    to: addressee.email,
    subject: 'Confirm your e-mail address',
    text: confirmationText(addParameter(confirmationUrl, 'confirmation', code)),
  }),
});

const confirmationText = (
  address: string,
): string => `Somebody, probably you, has given this address for an account.

Confirm it here, within a day:
${address}

If it was not you, do nothing.
`;

/** A mail to the former address. It does not contain the new address, which is text that an attacker could choose. */
export const addressChangeMail = (to: string, isPending: boolean): Mail => ({
  to,
  subject: isPending ? 'Your e-mail address is about to change' : 'Your e-mail address has changed',
  text: isPending ? pendingText : changedText,
});

const pendingText = `Somebody who is signed in to your account, probably you, has given another e-mail address for it.
Until that address is confirmed, this one stays that of your account.

If it was not you, set a new password now: nobody stays signed in then, and the new address is dropped.
`;

const changedText = `Somebody who is signed in to your account, and who gave its password, has changed its e-mail address. This address
is no longer that of your account, and everybody who was signed in has to sign in again.

If it was not you, write to the operators of the site that you have the account on.
`;
