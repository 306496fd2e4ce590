import type { Log } from '../../application/ports/log.js';
import type { MailTransport } from '../../application/ports/mail-transport.js';
import type { Mailer } from '../../application/ports/mailer.js';

/** Sends the mails of accounts, whose addresses come from clients. */
export const createMailer = (transport: MailTransport, log: Log): Mailer => ({
  async send({ to, subject, text }) {
    try {
      await transport.send({
        // An object, so that no part of an address is parsed as another recipient.
        to: { name: '', address: to },
        subject,
        text,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      return true;
    } catch (error) {
      log.error('a mail could not be sent', { subject, error });
      return false;
    }
  },
});
