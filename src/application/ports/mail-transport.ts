/** Sends mails of the server and of app code. */
export interface MailTransport {
  /**
   * Loads what sending needs. Rejects if it cannot be loaded, so that a wrong provider stops the start; does not
   * connect.
   */
  open(): Promise<void>;
  /** Rejects if the message cannot be sent. Returns the answer of the provider. */
  send(message: MailMessage): Promise<unknown>;
}

/** A message with nodemailer's members, which all providers take. Without `from`, the configured sender counts. */
export interface MailMessage {
  readonly from?: unknown;
  readonly to?: unknown;
  readonly subject?: unknown;
  readonly text?: unknown;
  readonly html?: unknown;
  readonly replyTo?: unknown;
  readonly [member: string]: unknown;
}
