/** Passwords that many people have, which are tried first. */
export interface CommonPasswords {
  /** Whether this is one of them, without regard to case. */
  includes(password: string): Promise<boolean>;
}
