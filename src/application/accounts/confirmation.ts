import { err, ok, type Result } from '../../domain/result.js';
import { confirmationCode } from './address-mails.js';
import { codeHash } from './code-sender.js';
import { isTaken } from './free-names.js';
import { taken, wrongToken } from './failures.js';
import type { Accounts, AccountsDependencies } from './use-cases.js';
import { findUser, showUser, spendCode, type UserRecord } from './user-records.js';

export interface Confirmation extends Pick<Accounts, 'sendConfirmation' | 'confirmEmail'> {
  /** Sends a confirmation code to the address of an account. */
  send(user: Pick<UserRecord, 'documentId' | 'email'>): void;
}

interface Confirmed {
  readonly user: UserRecord;
  readonly hash: string;
  readonly address: Readonly<Record<string, string | null>>;
}

/** Confirms that the owner of an account receives mail at its address. */
export function createConfirmation({
  documents,
  secrets,
  clock,
  codes,
  settings,
}: AccountsDependencies): Confirmation {
  const send: Confirmation['send'] = ({ documentId, email }) =>
    codes.send(confirmationCode({ documentId, email, key: 'email' }, settings.confirmationUrl));
  /**
   * Finds the user by a code for the current address, or for a pending one, which then becomes the address of the
   * account.
   */
  const whoseCode = async (code: string): Promise<Result<Confirmed | null>> => {
    for (const key of ['email', 'pendingEmail'] as const) {
      const hash = codeHash(secrets, code, key);
      const found = await findUser(documents, 'confirmationToken', hash);
      if (!found.ok) return found;
      const user = found.value;
      if (user === null) continue;
      if (key === 'email') return ok({ user, hash, address: {} });
      if (user.pendingEmail === '') return ok(null);
      return ok({ user, hash, address: { email: user.pendingEmail, pendingEmail: null } });
    }
    return ok(null);
  };
  return {
    send,
    async sendConfirmation(email) {
      const user = await findUser(documents, 'email', email.toLowerCase());
      if (!user.ok) return user;
      const { value } = user;
      if (value !== null && !value.confirmed && !value.blocked) send(value);
      return ok(undefined);
    },
    async confirmEmail(code) {
      const found = await whoseCode(code);
      if (!found.ok) return found;
      if (found.value === null) return err(wrongToken);
      const { user, hash, address } = found.value;
      if (user.blocked || user.confirmationExpiresAt <= clock.now()) return err(wrongToken);
      const spent = secrets.hash(secrets.create());
      const key = 'confirmationToken';
      const data = { ...address, confirmed: true, confirmationExpiresAt: null };
      const confirmed = await spendCode(documents, user.documentId, { key, hash, spent }, data);
      if (confirmed.ok) {
        const shown = await showUser(documents, user.documentId);
        return shown.ok ? ok({ user: shown.value }) : shown;
      }
      if (confirmed.failure.code === 'DOCUMENT.NOT_FOUND') return err(wrongToken);
      // Another account may have taken the address meanwhile.
      return isTaken(confirmed.failure) ? err(taken) : confirmed;
    },
  };
}
