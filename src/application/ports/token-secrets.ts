/** Creates and hashes API tokens. */
export interface TokenSecrets {
  /** Returns a new token: 256 random bits, hexadecimal. */
  create(): string;
  /** Returns the SHA-256 of a token, hexadecimal. Only this is stored. */
  hash(token: string): string;
  /** Whether two hashes are equal, in constant time. */
  same(hash: string, other: string): boolean;
}
