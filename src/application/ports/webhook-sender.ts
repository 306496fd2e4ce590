/** Sends the requests of webhooks. */
export interface WebhookSender {
  /** Never throws. Redirects are not followed. */
  send(call: WebhookCall): Promise<WebhookAnswer>;
}

export interface WebhookCall {
  readonly url: string;
  /** Identifies the event, also when it is sent again. */
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
  /** `whsec_` and base64; the call is signed with it as Standard Webhooks 1.0 says. */
  readonly signingSecret: string;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

export type WebhookAnswer =
  | { readonly kind: 'answered'; readonly status: number }
  /** No answer came. The reason is a phrase without the address, which may hold a secret. */
  | { readonly kind: 'failed'; readonly reason: string };
