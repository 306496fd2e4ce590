/** Signs and verifies tokens for app code, with the key of sessions. */
export interface AppTokens {
  /** `options` are those of jsonwebtoken. */
  issue(payload: object, options?: object): string;
  /** Returns the payload. Rejects with `Invalid token.` */
  verify(token: string): Promise<Readonly<Record<string, unknown>>>;
}
