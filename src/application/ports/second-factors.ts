/** One-time codes by time (RFC 6238). Secrets are kept encrypted. */
export interface SecondFactors {
  /** Makes a secret, or shows the one that is `sealed` again. `account` is shown by the authenticator. */
  begin(
    account: string,
    sealed?: string,
  ): Promise<{ readonly sealed: string; readonly uri: string; readonly picture: string }>;
  /** Returns the period of a code that is right now, give or take one; null if it is wrong or the secret cannot be read. */
  periodOf(sealed: string, code: string, now: string): Promise<number | null>;
}
