export interface PasswordHasher {
  /** A salted hash that names its own parameters. */
  hash(password: string): Promise<string>;
}
