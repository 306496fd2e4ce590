export interface PasswordVerifier {
  /**
   * Whether the hash is that of the password. For null (the user has no password) it returns false after the same time,
   * so that the time does not reveal which accounts have a password.
   */
  verify(hash: string | null, password: string): Promise<boolean>;
  /** Whether a verified hash is of a different kind from new ones, and should be replaced. */
  isForeign(hash: string): boolean;
}
