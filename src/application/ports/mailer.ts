export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Resolves when the mail was sent or has failed. Failures are logged and not reported to the caller. */
  send(mail: Mail): Promise<void>;
}
