import { denied } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import { passwordsDiffer, samePassword, wrongCode, wrongPassword } from './refusals.js';
import { sendCode, withCode } from './send-code.js';
import type { Sessions } from './sessions.js';
import type { Accounts, AccountsDependencies, NewPassword } from './use-cases.js';
import { findUser, spendCode, updateUser } from './user-records.js';

const minutesOfCode = 60;

/** Changing a password, and getting another one by mail. Every session that there was ends with the old one. */
export function createPasswords(
  dependencies: AccountsDependencies,
  sessions: Sessions,
): Pick<Accounts, 'changePassword' | 'forgotPassword' | 'resetPassword'> {
  const { documents, passwords, secrets, clock, settings } = dependencies;
  const set = async (documentId: string, password: string) => {
    const data = { password, resetPasswordToken: null, resetPasswordExpiresAt: null };
    const updated = await updateUser(documents, documentId, data);
    return updated.ok ? sessions.open(documentId) : updated;
  };
  return {
    async changePassword(principal, change) {
      if (principal.user === undefined) return err(denied);
      const same = checkSame(change);
      if (!same.ok) return same;
      const user = await findUser(documents, 'documentId', principal.user.documentId);
      if (!user.ok) return user;
      const isRight = await passwords.verify(user.value?.passwordHash ?? null, change.currentPassword);
      if (user.value === null || !isRight) return err(wrongPassword);
      if (change.password === change.currentPassword) return err(samePassword);
      return set(user.value.documentId, change.password);
    },
    async forgotPassword(email) {
      const user = await findUser(documents, 'email', email.toLowerCase());
      if (!user.ok) return user;
      if (user.value === null || user.value.blocked) return ok(undefined);
      const { documentId, email: to } = user.value;
      sendCode(dependencies, {
        documentId,
        email: to,
        name: 'resetPassword',
        minutes: minutesOfCode,
        mailOf: (code) => ({
          to,
          subject: 'Reset your password',
          text: resetText(withCode(settings.resetPasswordUrl, 'code', code)),
        }),
      });
      return ok(undefined);
    },
    async resetPassword(code, password) {
      const same = checkSame(password);
      if (!same.ok) return same;
      const hash = secrets.hash(code);
      const user = await findUser(documents, 'resetPasswordToken', hash);
      if (!user.ok) return user;
      const { value } = user;
      if (value === null || value.blocked || value.resetPasswordExpiresAt <= clock.now())
        return err(wrongCode);
      const spent = secrets.hash(secrets.create());
      const data = { password: password.password, resetPasswordExpiresAt: null };
      const key = 'resetPasswordToken';
      const reset = await spendCode(documents, value.documentId, { key, hash, spent }, data);
      if (!reset.ok) return reset.failure.code === 'DOCUMENT.NOT_FOUND' ? err(wrongCode) : reset;
      return sessions.open(value.documentId);
    },
  };
}

const checkSame = ({ password, confirmation }: NewPassword): Result<null> =>
  password === confirmation ? ok(null) : err(passwordsDiffer);

const resetText = (address: string): string => `Somebody, probably you, has asked for a new password.

Choose one here, within an hour:
${address}

If it was not you, leave it: nothing has changed.
`;
