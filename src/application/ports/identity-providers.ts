import type { Result } from '../../domain/result.js';

/** The providers of OpenID Connect that people may sign in with. */
export interface IdentityProviders {
  /** Their names, as paths name them. */
  readonly names: readonly string[];
  /**
   * Where to send a browser, and what to know when it comes back. An unknown name is `DOCUMENT.NOT_FOUND`; a provider
   * that cannot be reached is `IDENTITY.UNAVAILABLE`.
   */
  begin(name: string, callback: string): Promise<Result<SignInStart>>;
  /**
   * Who has come back to `address`, the whole of the callback's URL. What does not fit what was begun, and what the
   * provider refuses, is `IDENTITY.REFUSED`.
   */
  finish(pending: PendingSignIn, address: string): Promise<Result<Identity>>;
}

export interface SignInStart {
  readonly url: string;
  readonly pending: PendingSignIn;
}

/** Kept by the browser that began, out of the reach of others: whoever has it can finish what it began. */
export interface PendingSignIn {
  readonly provider: string;
  readonly callback: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Somebody as a provider knows them. `subject` never changes there; the others may. */
export interface Identity {
  readonly provider: string;
  readonly subject: string;
  /** Null where the provider does not tell, or does not vouch for it. */
  readonly email: string | null;
  /** What to call them. */
  readonly username: string | null;
}
