export interface PasswordHasher {
  /** Returns a salted hash that includes its parameters. */
  hash(password: string): Promise<string>;
}
