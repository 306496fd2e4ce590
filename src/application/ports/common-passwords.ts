/** A list of passwords that many people use, which attackers try first. */
export interface CommonPasswords {
  /** Whether the password is in the list, ignoring case. */
  includes(password: string): Promise<boolean>;
}
