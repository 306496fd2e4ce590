export interface PasswordHasher {
  /** Returns a salted hash that includes its parameters. */
  hash(password: string): Promise<string>;
  /** Whether a text is a hash that passwords can be verified with; absent: no text is. */
  isHash?(text: string): boolean;
}
