import { denied, type Failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import { passwordsDiffer, samePassword, wrongCode, wrongPassword } from './failures.js';
import type { Proved, Sessions } from './sessions.js';
import type { Accounts, AccountsDependencies, NewPassword, SignedInUser } from './use-cases.js';
import { findUser, spendCode, updateOfEpoch } from './user-records.js';
import { addParameter } from './add-parameter.js';

const minutesOfCode = 60;

/** Changes passwords, and resets them by mail. Either ends every session of the user. */
export function createPasswords(
  { documents, passwords, secrets, clock, settings, codes, attempts }: AccountsDependencies,
  sessions: Sessions,
): Pick<Accounts, 'changePassword' | 'forgotPassword' | 'resetPassword'> {
  /** Opens a session for a user who has set a password; fails with `beaten` if another request set one first. */
  const openAfter = async (
    set: Result<void>,
    user: Proved,
    beaten: Failure,
  ): Promise<Result<SignedInUser>> => {
    if (!set.ok) return set.failure.code === 'DOCUMENT.NOT_FOUND' ? err(beaten) : set;
    const opened = await sessions.openFor(user);
    if (!opened.ok) return opened;
    return opened.value === null ? err(beaten) : ok(opened.value);
  };
  return {
    async changePassword(principal, change) {
      if (principal.user === undefined) return err(denied);
      const same = checkSame(change);
      if (!same.ok) return same;
      const user = await findUser(documents, 'documentId', principal.user.documentId);
      if (!user.ok) return user;
      const allowed = await attempts.takeOwn(principal.user.documentId);
      if (!allowed.ok) return allowed;
      const isRight = await passwords.verify(user.value?.passwordHash ?? null, change.currentPassword);
      if (user.value === null || !isRight) return err(wrongPassword);
      if (change.password === change.currentPassword) return err(samePassword);
      const { documentId } = user.value;
      const sessionEpoch = secrets.create();
      const data = { password: change.password, resetPasswordToken: null, resetPasswordExpiresAt: null };
      const set = await updateOfEpoch(documents, user.value, data, sessionEpoch);
      return openAfter(set, { documentId, sessionEpoch }, wrongPassword);
    },
    async forgotPassword(email) {
      const user = await findUser(documents, 'email', email.toLowerCase());
      if (!user.ok) return user;
      if (user.value === null || user.value.blocked) return ok(undefined);
      const { documentId, email: to } = user.value;
      codes.send({
        documentId,
        email: to,
        key: 'email',
        name: 'resetPassword',
        minutes: minutesOfCode,
        mailOf: (code) => ({
          to,
          subject: 'Reset your password',
          text: resetText(addParameter(settings.resetPasswordUrl, 'code', code)),
        }),
      });
      return ok(undefined);
    },
    async resetPassword(code, password, client = null) {
      const same = checkSame(password);
      if (!same.ok) return same;
      const hash = secrets.hash(code);
      const user = await findUser(documents, 'resetPasswordToken', hash);
      if (!user.ok) return user;
      const { value } = user;
      if (value === null || value.blocked || value.resetPasswordExpiresAt <= clock.now())
        return err(wrongCode);
      const spent = secrets.hash(secrets.create());
      const { documentId } = value;
      const sessionEpoch = secrets.create();
      // The code came by mail, so the address is confirmed, and its confirmation code is no longer needed.
      const confirmed = { confirmed: true, confirmationToken: null, confirmationExpiresAt: null };
      const data = { password: password.password, resetPasswordExpiresAt: null, sessionEpoch, ...confirmed };
      const key = 'resetPasswordToken';
      const reset = await spendCode(documents, documentId, { key, hash, spent }, data);
      // The attempts of others lock the owner out only until they reset their password.
      if (reset.ok) await attempts.reset({ documentId, names: [value.username, value.email] }, client);
      return openAfter(reset, { documentId, sessionEpoch }, wrongCode);
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
