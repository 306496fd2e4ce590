import type { Mail } from '../ports/mailer.js';
import type { AccountsDependencies } from './use-cases.js';
import { updateOfAddress } from './user-records.js';

/** A code for somebody: kept as a hash under `name`, and sent. */
export interface SentCode {
  readonly documentId: string;
  /** Where it goes. */
  readonly email: string;
  readonly name: 'resetPassword' | 'confirmation';
  readonly minutes: number;
  mailOf(code: string): Mail;
}

export interface CodeSender {
  /**
   * Keeps and sends a code, unless the address has changed meanwhile. Nobody waits for it: how long it takes would tell
   * whether there is such an account. So what fails is logged.
   */
  send(sent: SentCode): void;
  /** Resolves when all that were to be sent are, or have failed. */
  settled(): Promise<void>;
}

export function createCodeSender(dependencies: AccountsDependencies): CodeSender {
  const sending = new Set<Promise<void>>();
  const failed = (reason: unknown): void => dependencies.log.error('a code could not be sent', { reason });
  const sendLater = async (sent: SentCode): Promise<void> => {
    // Not in this turn, in which whoever asks is answered.
    await new Promise((resolve) => void setImmediate(resolve));
    try {
      const reason = await keepAndSend(dependencies, sent);
      if (reason !== null) failed(reason);
    } catch (error) {
      failed(error);
    }
  };
  return {
    send(sent) {
      const one = sendLater(sent);
      sending.add(one);
      void one.then(() => sending.delete(one));
    },
    settled: async () => void (await Promise.all(sending)),
  };
}

async function keepAndSend(
  { documents, secrets, mailer, clock }: AccountsDependencies,
  { documentId, email, name, minutes, mailOf }: SentCode,
): Promise<string | null> {
  const code = secrets.create();
  const data = {
    [`${name}Token`]: secrets.hash(code),
    [`${name}ExpiresAt`]: new Date(Date.parse(clock.now()) + minutes * 60_000).toISOString(),
  };
  const kept = await updateOfAddress(documents, { documentId, email }, data);
  if (!kept.ok) return kept.failure.code === 'DOCUMENT.NOT_FOUND' ? null : kept.failure.message;
  await mailer.send(mailOf(code));
  return null;
}
