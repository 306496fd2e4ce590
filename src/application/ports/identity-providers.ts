import type { Result } from '../../domain/result.js';

/** The OpenID Connect providers that users can sign in with. */
export interface IdentityProviders {
  /** The providers' names, as they appear in URL paths. */
  readonly names: readonly string[];
  /**
   * Returns the URL to redirect the browser to, and the state to keep until it returns. Fails with `DOCUMENT.NOT_FOUND`
   * for an unknown name, and with `IDENTITY.UNAVAILABLE` if the provider cannot be reached. With `asksAgain` the provider is
   * to ask for the password or the like, although it knows the person already; whether it did, only `authenticatedAt` says.
   */
  begin(name: string, callback: string, asksAgain?: boolean): Promise<Result<SignInStart>>;
  /**
   * Returns the identity of the user who was redirected to `address`, the full callback URL. Fails with
   * `IDENTITY.REFUSED` if the address does not match `pending`, or if the provider refuses the sign-in.
   */
  finish(pending: PendingSignIn, address: string): Promise<Result<Identity>>;
}

export interface SignInStart {
  readonly url: string;
  readonly pending: PendingSignIn;
}

/**
 * The state of a sign-in that has begun. It is kept by the browser and must stay secret: anyone who has it can complete
 * the sign-in.
 */
export interface PendingSignIn {
  readonly provider: string;
  readonly callback: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** A sign-in that has begun. `challenge` is what the browser that began it has to match, or brings along; null: nothing. */
export interface SealedSignIn {
  readonly pending: PendingSignIn;
  readonly challenge: string | null;
}

/** Encrypts and authenticates the state that a browser keeps while it is at the provider. */
export interface Seal {
  close(signIn: SealedSignIn): Promise<string>;
  /** Returns null if this server has not sealed it for this purpose, or if it is too old. */
  open(sealed: string): Promise<SealedSignIn | null>;
}

/** A user as a provider describes them. `subject` is permanent; the other members may change. */
export interface Identity {
  readonly provider: string;
  readonly subject: string;
  /** Null if the provider does not supply an address, or has not verified it. */
  readonly email: string | null;
  /** The name that the provider suggests; null if there is none. */
  readonly username: string | null;
  /** ISO 8601: when the provider last asked for the password or the like; null if it does not say. */
  readonly authenticatedAt: string | null;
}
