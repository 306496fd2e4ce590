import type { Log } from '../../application/ports/log.js';
import type { Mail, Mailer } from '../../application/ports/mailer.js';

export interface MailerOptions {
  /** `smtp://user:password@host:port`; null: there is no mail server. */
  readonly url: string | null;
  /** Whether mails, with their codes, are logged if there is no mail server: for developers. */
  readonly prints: boolean;
  /** `Name <address>`. */
  readonly from: string;
  readonly log: Log;
}

const timeoutMs = 10_000;

export function createMailer({ url, from, prints, log }: MailerOptions): Mailer {
  if (url === null) return { send: async (mail) => tell(mail, prints, log) };
  let opened: Promise<Transport> | undefined;
  return {
    async send({ to, subject, text }) {
      try {
        opened ??= open(url);
        const transport = await opened;
        // An object, so that no part of an address is parsed as another recipient.
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
      } catch (error) {
        log.error('a mail could not be sent', { subject, error });
      }
    },
  };
}

function tell({ to, subject, text }: Mail, prints: boolean, log: Log): void {
  if (prints)
    log.info(`No mail server is set, so this is what would be sent to ${to}: ${subject}\n\n${text}`);
  else log.warn('a mail was not sent, for no mail server is set (MAIL_URL)', { subject });
}

type Transport = Awaited<ReturnType<typeof open>>;

async function open(url: string) {
  // Imported for the first mail, as most servers send none.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
