import type { Documents } from '../documents/documents.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { Mail, Mailer } from '../ports/mailer.js';
import type { TokenSecrets } from '../ports/token-secrets.js';
import type { Attempts } from './attempts.js';
import { updateOfAddress, type Addressee } from './user-records.js';
import { later } from '../later.js';

/** A code to send by mail. Its hash is kept in the attribute `<name>Token`. */
export interface SentCode extends Addressee {
  readonly name: 'resetPassword' | 'confirmation';
  readonly minutes: number;
  mailOf(code: string): Mail;
}

export interface CodeSender {
  /**
   * Stores and sends a code in the background, unless the address has changed in the meantime, or has got too many. The
   * caller does not wait, as the time would reveal whether the account exists; failures are logged.
   */
  send(sent: SentCode): void;
  /** Sends a mail in the background. */
  tell(mail: Mail): void;
  /** Does this in the background. What it returns, unless null, is logged as the reason why `what` could not be sent. */
  begin(what: string, work: () => Promise<string | null>): void;
  /** Resolves when every code and mail so far is sent or has failed. */
  settled(): Promise<void>;
}

export interface CodeSenderDependencies {
  readonly documents: Documents;
  readonly secrets: TokenSecrets;
  readonly mailer: Mailer;
  readonly attempts: Pick<Attempts, 'takeMail'>;
  readonly clock: Clock;
  readonly log: Log;
}

export function createCodeSender(dependencies: CodeSenderDependencies): CodeSender {
  const sending = new Set<Promise<void>>();
  const { log, mailer } = dependencies;
  const later = async (what: string, work: () => Promise<string | null>): Promise<void> => {
    // Wait until the request that caused it is answered.
    await new Promise((resolve) => void setImmediate(resolve));
    try {
      const reason = await work();
      if (reason !== null) log.error(`${what} could not be sent`, { reason });
    } catch (reason) {
      log.error(`${what} could not be sent`, { reason });
    }
  };
  const begin = (what: string, work: () => Promise<string | null>): void => {
    const one = later(what, work);
    sending.add(one);
    void one.then(() => sending.delete(one));
  };
  return {
    send: (sent) => begin('a code', () => keepAndSend(dependencies, sent)),
    tell: (mail) =>
      begin('a mail', async () => {
        await mailer.send(mail);
        return null;
      }),
    begin,
    settled: async () => void (await Promise.all(sending)),
  };
}

/** The hash includes the key, so that a code for a new address does not confirm the current one. */
export const codeHash = (secrets: Pick<TokenSecrets, 'hash'>, code: string, key: SentCode['key']): string =>
  secrets.hash(key === 'email' ? code : `${key} ${code}`);

/** `Attempts.reset` ends the count of mails to reset a password, by the address alone. */
const mailName = (name: SentCode['name'], { email, key }: Addressee): string =>
  name === 'resetPassword' ? email : `${name} ${key} ${email}`;

async function keepAndSend(
  { documents, secrets, mailer, attempts, clock }: CodeSenderDependencies,
  { name, minutes, mailOf, ...addressee }: SentCode,
): Promise<string | null> {
  // The code of the last mail stays valid, so who gets no more has one that works.
  const counted = await attempts.takeMail(mailName(name, addressee));
  if (!counted.ok) return counted.failure.code === 'POLICY.TOO_MANY' ? null : counted.failure.message;
  const code = secrets.create();
  const data = {
    [`${name}Token`]: codeHash(secrets, code, addressee.key),
    [`${name}ExpiresAt`]: later(clock.now(), minutes * 60_000),
  };
  const kept = await updateOfAddress(documents, addressee, data);
  if (!kept.ok) return kept.failure.code === 'DOCUMENT.NOT_FOUND' ? null : kept.failure.message;
  await mailer.send(mailOf(code));
  return null;
}
