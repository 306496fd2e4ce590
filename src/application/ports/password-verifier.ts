export interface PasswordVerifier {
  /**
   * Whether the hash is that of the password. Null, where there is none, is never right, and takes as long: the time
   * tells nobody who has a password here.
   */
  verify(hash: string | null, password: string): Promise<boolean>;
  /** Whether a hash that was right is of another kind than new ones are, which should take its place. */
  isForeign(hash: string): boolean;
}
