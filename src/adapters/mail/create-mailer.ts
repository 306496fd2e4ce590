import type { Log } from '../../application/ports/log.js';
import type { Mailer } from '../../application/ports/mailer.js';

export interface MailerOptions {
  /** `smtp://user:password@host:port`; null: mails are written to the log, for a developer to read. */
  readonly url: string | null;
  /** `Name <address>`. */
  readonly from: string;
  readonly log: Log;
}

const patience = 10_000;

export function createMailer({ url, from, log }: MailerOptions): Mailer {
  if (url === null)
    return {
      send: ({ to, subject, text }) => {
        log.info(`No mail server is set, so this is what would be sent to ${to}: ${subject}\n\n${text}`);
        return Promise.resolve();
      },
    };
  let opened: Promise<Transport> | undefined;
  return {
    async send({ to, subject, text }) {
      try {
        opened ??= open(url);
        const transport = await opened;
        // An object, so that no part of an address can name another recipient.
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
      } catch (error) {
        log.error('a mail could not be sent', { subject, error });
      }
    },
  };
}

type Transport = Awaited<ReturnType<typeof open>>;

async function open(url: string) {
  // Loaded for the first mail: most servers send none.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
