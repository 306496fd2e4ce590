/** What a signed token says of a session. */
export interface SessionClaims {
  readonly id: number;
  readonly documentId: string;
  /** What the user's password and sessions were when it was issued: another one ends it. */
  readonly epoch: string;
  /** Where sessions can be refreshed: the sign-in that this one came from. */
  readonly family?: string;
}

/** Signs what only this server can have said. */
export interface SessionTokens {
  /** `lifetime` in seconds. */
  sign(claims: SessionClaims, lifetime: number): string;
}
