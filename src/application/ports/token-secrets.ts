/** The secret half of API tokens. */
export interface TokenSecrets {
  /** A new token: 256 random bits, hexadecimal. */
  create(): string;
  /** SHA-256 of a token, hexadecimal: what may be kept. */
  hash(token: string): string;
  /** Whether two hashes are equal, in a time that does not tell where they differ. */
  same(hash: string, other: string): boolean;
}
