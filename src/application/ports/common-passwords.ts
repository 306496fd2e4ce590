/** Passwords that many people have, which are tried first. */
export interface CommonPasswords {
  /** Whether this is one of them, in whichever case. */
  includes(password: string): Promise<boolean>;
}
