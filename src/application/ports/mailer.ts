export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Resolves when it was handed on, or given up: what cannot be sent is logged, never told to who asked for it. */
  send(mail: Mail): Promise<void>;
}
