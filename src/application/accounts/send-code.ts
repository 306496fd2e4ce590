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

/**
 * Keeps and sends a code, unless the address has changed meanwhile. Nobody waits for it: how long it takes would tell whether there is such an account. So what
 * fails is logged.
 */
export function sendCode(dependencies: AccountsDependencies, sent: SentCode): void {
  const failed = (reason: unknown): void => dependencies.log.error('a code could not be sent', { reason });
  // Not in this turn, in which whoever asks is answered.
  setImmediate(() => {
    keepAndSend(dependencies, sent).then((reason) => reason !== null && failed(reason), failed);
  });
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
