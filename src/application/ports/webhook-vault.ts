/** What only the server may know of a webhook. */
export interface WebhookSecrets {
  /** Sent with each call. */
  readonly headers: Readonly<Record<string, string>>;
  /** `whsec_` and base64 (Standard Webhooks). */
  readonly signingSecret: string;
}

/** Makes the secrets of webhooks, and encrypts them for the database. */
export interface WebhookVault {
  /** Returns 256 random bits as a signing secret. */
  createSecret(): string;
  close(secrets: WebhookSecrets): Promise<string>;
  /** Null: it was closed with another key. */
  open(closed: string): Promise<WebhookSecrets | null>;
}
