/** The claims of a session token. */
export interface SessionClaims {
  readonly id: number;
  readonly documentId: string;
  /** The user's session epoch when the token was issued. The session ends when the user's epoch changes. */
  readonly epoch: string;
  /** The family of the refresh token; only where sessions can be refreshed. */
  readonly family?: string;
}

/** The claims of a token that app code has issued for a user: it ends only by its time, or by a block. */
export interface AppClaims {
  readonly id: number;
}

/** Signs session tokens with the server's secret. */
export interface SessionTokens {
  /** Returns a signed token that is valid for `lifetimeSeconds`. */
  sign(claims: SessionClaims, lifetimeSeconds: number): string;
}
