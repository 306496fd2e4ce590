import type { Principal } from '../../domain/permission/permission.js';
import type { Query, Selection } from '../../domain/query/query.js';
import type { Result } from '../../domain/result.js';
import type { Access } from '../access/access.js';
import type { RefusalReports } from '../audit/refusals.js';
import type { Answer, Documents } from '../documents/documents.js';
import type { Attempts } from './attempts.js';
import type { CodeSender } from './code-sender.js';
import type { Clock } from '../ports/clock.js';
import type { Document } from '../ports/document-store.js';
import type { Log } from '../ports/log.js';
import type { Identity } from '../ports/identity-providers.js';
import type { PasswordVerifier } from '../ports/password-verifier.js';
import type { AppClaims, SessionClaims, SessionTokens } from '../ports/session-tokens.js';
import type { TokenSecrets } from '../ports/token-secrets.js';

/**
 * User accounts. Invalid input fails with `INPUT.INVALID` or `INPUT.MISMATCH`, with the messages of Strapi's
 * users-permissions plugin, which clients match. A request that needs a signed-in user and has none fails with
 * `POLICY.DENIED`.
 */
export interface Accounts {
  /** Returns no session if the e-mail address has to be confirmed first. */
  register(registration: Registration): Promise<Result<SignedInUser | { readonly user: Document }>>;
  /**
   * `identifier` is an e-mail address or a username. `client` is an IPv4 address or an IPv6 network: one that has signed in
   * before is not held up by the wrong passwords of others.
   */
  login(identifier: string, password: string, client?: string | null): Promise<Result<SignedInUser>>;
  /**
   * Finds the account by provider and subject, never by e-mail, or creates it. Returns a code that can be redeemed once
   * within a minute, so that no URL contains a session. Redeeming it needs the verifier whose SHA-256, in hexadecimal,
   * is `challenge`; if that is null, a verifier is made.
   */
  signInWith(identity: Identity, challenge: string | null): Promise<Result<SignInCode>>;
  redeem(code: string, verifier: string): Promise<Result<SignedInUser>>;
  changePassword(principal: Principal, change: PasswordChange): Promise<Result<SignedInUser>>;
  /** Returns the signed-in user, with every attribute that is not private. */
  findOwn(principal: Principal, query: UserQuery): Promise<Result<Answer>>;
  /** Returns username, address, state and role of the signed-in user, even if the app has made them private. */
  identify(principal: Pick<Principal, 'user'>): Promise<Result<Document>>;
  /**
   * Changes the signed-in user's username, address, and the attributes that registration may set. A new address needs
   * `currentPassword` beside the attributes, and waits for confirmation if the settings require that. Returns the user
   * without private attributes.
   */
  changeOwn(principal: Principal, data: unknown): Promise<Result<Document>>;
  /** Sends a code to the address of the account. Succeeds whether or not the account exists. */
  forgotPassword(email: string): Promise<Result<void>>;
  /** Signs the user in, and confirms their address, as the code came by mail. `client` is that of `login`. */
  resetPassword(code: string, password: NewPassword, client?: string | null): Promise<Result<SignedInUser>>;
  sendConfirmation(email: string): Promise<Result<void>>;
  /** Returns the user, without private attributes. */
  confirmEmail(code: string): Promise<Result<{ readonly user: Document }>>;
  /** Exchanges a refresh token for the next session. Using a token again ends every session of that sign-in. */
  refresh(refreshToken: string): Promise<Result<Session>>;
  /**
   * Ends the session, or all sessions of the user where sessions are not refreshed. Without a session it ends the sign-in of
   * the refresh token, and returns its user.
   */
  logout(principal: Principal, refreshToken?: string): Promise<Result<SignedOut | null>>;
  /** `user` is a numeric id or a documentId, here and below. Needs `findOne` on users. */
  findUser(principal: Principal, user: string, query: UserQuery): Promise<Result<Answer>>;
  /** Needs `create` on users. A user without a role gets the default role. */
  createUser(principal: Principal, data: unknown): Promise<Result<Answer>>;
  /** Needs `update` on users. A block ends every session of the user, here at once and elsewhere within a second. */
  updateUser(principal: Principal, user: string, data: unknown): Promise<Result<Answer>>;
  /** Ends every session of a user without a block. Needs `update` on users. */
  endSessionsOf(principal: Principal, user: string): Promise<Result<void>>;
  /**
   * Sends the mail of `forgotPassword` to a user, and records who asked for it. Needs `update` on users. Fails with
   * `INPUT.MISMATCH` if the user is blocked.
   */
  sendPasswordLinkTo(principal: Principal, user: string): Promise<Result<void>>;
  /**
   * Sends the mail of `sendConfirmation` to a user, and records who asked for it. Needs `update` on users. Fails with
   * `INPUT.MISMATCH` if the user is blocked, or has nothing to confirm.
   */
  sendConfirmationTo(principal: Principal, user: string): Promise<Result<void>>;
  /** Needs `delete` on users. `selection` is what to show of the user; absent: the attributes. */
  deleteUser(principal: Principal, user: string, selection?: Selection): Promise<Result<DeletedUser>>;
  /**
   * Returns the user of a session whose signature is valid; null if the session has ended. At most a second out of
   * date.
   */
  principalOf(claims: SessionClaims | AppClaims): Promise<Result<Principal | null>>;
  /** Resolves when every mail in the background is sent or has failed. The database must stay open until then. */
  settled(): Promise<void>;
}

export interface DeletedUser {
  readonly documentId: string;
  /** Whether there was a user with this documentId. */
  readonly existed: boolean;
  /** The user before the deletion, as far as the principal could read it; null: not at all. */
  readonly shown: Document | null;
}

export interface Registration {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  /** Further attributes, limited to those that the settings allow. */
  readonly more: Readonly<Record<string, unknown>>;
}

export interface SignInCode {
  readonly code: string;
  /** Present if it was made here. Only the browser that began the sign-in may get it. */
  readonly verifier: string | null;
}

export interface NewPassword {
  readonly password: string;
  readonly confirmation: string;
}

export interface PasswordChange extends NewPassword {
  readonly currentPassword: string;
}

/** What to return of one user. */
export type UserQuery = Omit<Query, 'type' | 'action' | 'documentId'>;

export interface Session {
  readonly jwt: string;
  /** Present where sessions are refreshed. */
  readonly refreshToken?: string;
}

/** Who no longer has the sign-in that was ended. */
export interface SignedOut {
  readonly user: { readonly documentId: string };
}

export interface SignedInUser extends Session {
  /** Without private attributes. */
  readonly user: Document;
}

export interface AccountSettings {
  readonly allowRegister: boolean;
  /** The type of the role that new users get. */
  readonly defaultRole: string;
  /** Attributes that registration accepts besides username, e-mail and password. */
  readonly allowedFields: readonly string[];
  /** Whether an address has to be confirmed before its owner can log in. */
  readonly emailConfirmation: boolean;
  /** The page that a reset mail links to; the code is added as `?code=`. */
  readonly resetPasswordUrl: string;
  /** The route of this server that confirms an address. */
  readonly confirmationUrl: string;
  readonly sessionLifetimeSeconds: number;
  /** Time from the sign-in, and from the last refresh. Null: sessions are not refreshed. */
  readonly refresh: { readonly lifetimeSeconds: number; readonly idleSeconds: number } | null;
}

export interface AccountsDependencies extends RefusalReports {
  readonly documents: Documents;
  readonly access: Pick<Access, 'userPrincipal'>;
  readonly passwords: PasswordVerifier;
  readonly tokens: SessionTokens;
  readonly secrets: TokenSecrets;
  readonly codes: CodeSender;
  readonly attempts: Attempts;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: AccountSettings;
}
