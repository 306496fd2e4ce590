export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Resolves when the mail was sent or has failed; returns whether it was sent. Failures are logged. */
  send(mail: Mail): Promise<boolean>;
}
