/** A list of passwords that many people use, which attackers try first. */
export interface CommonPasswords {
  /** Whether the password is in the list, or consists of two that are, the later one of digits. Ignores case. */
  includes(password: string): Promise<boolean>;
}
