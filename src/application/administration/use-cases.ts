import type { MissingGrant } from '../../domain/failure.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import type { Json } from '../../domain/schema/schema.js';
import type { Identity } from '../ports/identity-providers.js';
import type { Mail } from '../ports/mailer.js';
import type { ListedAdministrator, ListedRole, ListedSignIn } from './listed.js';
import type { LinkPurpose } from './records.js';

/** The mail for a code, without its address, in the language that its reader has chosen; null: that is not known. */
export type MailOfCode = (code: string, language: string | null) => Omit<Mail, 'to'>;

/** What a browser brought along to the provider. */
export interface ProviderRequest {
  /** The code of an invitation; empty: none. */
  readonly code: string;
  /** Whether the provider was to ask for the password or the like. If it says that it just did, the sign-in is a proof. */
  readonly isAsked: boolean;
}

/** Where a sign-in comes from. */
export interface Client {
  /** An IPv4 address or an IPv6 network, for limits. */
  readonly network: string;
  readonly address: string;
  /** The name of the browser, as it gives it. */
  readonly agent: string;
}

export interface OpenedSignIn {
  /** For the cookie. It is returned only here. */
  readonly token: string;
  /** Whether a code of the second factor has to follow. */
  readonly waits: boolean;
}

/** Who a cookie belongs to. */
export interface SignedInAdministrator {
  readonly principal: Principal;
  readonly administrator: ListedAdministrator;
  /** The documentId of the sign-in. */
  readonly session: string;
  /** Whether the last proof of who they are is recent enough to change who may sign in, and what they may do. */
  readonly isProven: boolean;
  /** Whether they signed in or proved who they are as recently. */
  readonly isRecent: boolean;
  /** Whether their role needs a second factor, and they have none: until then they may do nothing else. */
  readonly mustSetUp: boolean;
  /** The role, of either kind, as which an owner looks at the page; `principal` has only its grants, and may change nothing. */
  readonly seesAs: string | null;
}

/** What a link is for. */
export interface OpenLink {
  readonly purpose: LinkPurpose;
  /** Of the administrator of a `reset`, or that an invitation was mailed to; otherwise null. */
  readonly email: string | null;
  /** Whether a sign-in with a provider can use it. */
  readonly isForProviders: boolean;
}

export interface MadeLink {
  /** For the address. It is returned only here. */
  readonly code: string;
  readonly expiresAt: string;
}

export interface MailedLink extends MadeLink {
  /** Whether the mail was sent. */
  readonly isMailed: boolean;
}

/** Callers can pass any value, so each member is checked. */
export interface AdministratorRequest {
  readonly email?: unknown;
  readonly name?: unknown;
  readonly role?: unknown;
  readonly blocked?: unknown;
}

/**
 * Administrators of the server. Who changes administrators or their roles needs `create`, `update` or `delete` of
 * `plugin::admin.administrator` or `plugin::admin.role`, without fields and filters, and can neither give nor change a role that
 * may do more than they. Methods fail with `POLICY.DENIED` otherwise, and with `INPUT.INVALID` for invalid input.
 */
export interface Administration {
  /** The same failure, after the same work, for a wrong password, an unknown address and a blocked administrator. */
  signIn(email: string, password: string, client: Client): Promise<Result<OpenedSignIn>>;
  /**
   * Signs in an administrator whom a provider knows. The first time it needs an invitation, or a setting that takes verified
   * addresses; an invitation makes an administrator, but no owner. Fails with `IDENTITY.REFUSED`, whatever is missing.
   */
  signInWith(identity: Identity, request: ProviderRequest, client: Client): Promise<Result<OpenedSignIn>>;
  /** Ends a sign-in that waits, and opens another one for its administrator. A recovery code works once. */
  passSecondFactor(token: string, code: string, client: Client): Promise<Result<OpenedSignIn>>;
  /**
   * Returns null if the token is unknown, has expired, or waits for the second factor. A `watch` does not count as a use, which
   * would keep the sign-in open.
   */
  authenticate(token: string, as?: 'use' | 'watch'): Promise<Result<SignedInAdministrator | null>>;
  signOut(token: string): Promise<Result<unknown>>;
  /** The latest first. */
  sessionsOf(principal: Principal): Promise<Result<readonly ListedSignIn[]>>;
  endSession(principal: Principal, id: string): Promise<Result<unknown>>;
  /** The principal of an administrator by numeric id, for work that is done later; null if they may do nothing any more. */
  principalOf(
    who: { readonly id: number } | { readonly documentId: string },
  ): Promise<Result<Principal | null>>;
  /** The sign-ins of an administrator, the latest first. Needs `update`, as ending them does. */
  sessionsOfPerson(principal: Principal, person: string): Promise<Result<readonly ListedSignIn[]>>;
  /** Ends one of them; one that there is not is ignored. */
  endSessionOfPerson(principal: Principal, person: string, id: string): Promise<Result<unknown>>;
  /** The name of an administrator, for those who may know who wrote something; null if there is none. */
  nameOf(documentId: string): Promise<Result<string | null>>;
  hasAdministrator(): Promise<Result<boolean>>;
  /** Whether there are owners, and none of them can sign in. */
  noOwnerCanSignIn(): Promise<Result<boolean>>;
  /** Returns null if there is an administrator. Earlier links of the kind end. */
  makeFirstLink(): Promise<Result<MadeLink | null>>;
  invite(principal: Principal, role: unknown): Promise<Result<MadeLink>>;
  /** Invites somebody, and mails the link to them. Fails with `INPUT.MISMATCH` if mails are not offered. */
  inviteByMail(
    principal: Principal,
    request: { readonly role: unknown; readonly email: unknown },
    mailOf: MailOfCode,
  ): Promise<Result<MailedLink>>;
  /** Whether links can be mailed. */
  readonly canMail: boolean;
  /**
   * Mails a link for another password, in the background, if an administrator who is not blocked has the address. At most as many
   * mails go to one address as sign-ins of one account may be tried; nobody learns which.
   */
  forgotPassword(email: string, client: Client, mailOf: MailOfCode): void;
  /** `person` is an address or a documentId. */
  makeResetLink(principal: Principal, person: string): Promise<Result<MadeLink>>;
  /** Returns null if the link does not exist, was used, or has expired. Uses nothing up. */
  openLink(code: string): Promise<Result<OpenLink | null>>;
  /** Uses the link: makes an administrator, or gives one a new password, and signs them in. */
  useLink(code: string, given: NewPerson, client: Client): Promise<Result<OpenedSignIn>>;
  create(
    principal: Principal,
    request: AdministratorRequest & { readonly password: string },
  ): Promise<Result<string>>;
  list(principal: Principal): Promise<Result<readonly ListedAdministrator[]>>;
  /** A change of role, a block and a new address end the sign-ins of that administrator. The last owner stays. */
  update(principal: Principal, documentId: string, request: AdministratorRequest): Promise<Result<unknown>>;
  remove(principal: Principal, documentId: string): Promise<Result<unknown>>;
  /** Ends the sign-ins of an administrator. Needs `update`, as the next one. */
  endSignInsOf(principal: Principal, person: string): Promise<Result<unknown>>;
  /** Removes the second factor of somebody who has lost it, and ends their sign-ins. */
  resetSecondFactor(principal: Principal, person: string): Promise<Result<unknown>>;
  roles(principal: Principal): Promise<Result<readonly ListedRole[]>>;
  /** The names of the roles whose administrators can give this grant to others. */
  rolesThatGive(missing: MissingGrant): Promise<Result<readonly string[]>>;
  /** The names of the roles that the principal may give. */
  rolesToGive(principal: Principal): Promise<Result<readonly string[]>>;
  createRole(principal: Principal, request: RoleRequest): Promise<Result<unknown>>;
  /** Replaces the grants of a role that is not built in. What the principal may not do can neither be given nor taken. */
  updateRole(principal: Principal, name: string, grants: unknown): Promise<Result<unknown>>;
  /** Says whether administrators of a role, also of a built-in one, need a second factor. */
  requireSecondFactor(principal: Principal, role: string, isRequired: boolean): Promise<Result<unknown>>;
  /** Fails with `INPUT.MISMATCH` while somebody has the role. */
  removeRole(principal: Principal, name: string): Promise<Result<unknown>>;
  /** Makes a secret, or shows the one that is `sealed` again. It counts when a code of it is confirmed. */
  beginSecondFactor(principal: Principal, sealed?: string): Promise<Result<BegunSecondFactor>>;
  /** Returns the recovery codes, only here. */
  confirmSecondFactor(
    principal: Principal,
    request: { readonly sealed: string; readonly code: string },
  ): Promise<Result<readonly string[]>>;
  /** Replaces the recovery codes. Returns them, only here. Fails with `INPUT.MISMATCH` without a second factor. */
  renewRecoveryCodes(principal: Principal): Promise<Result<readonly string[]>>;
  /** Fails with `INPUT.MISMATCH` if the role needs one. */
  removeSecondFactor(principal: Principal): Promise<Result<unknown>>;
  /** Proves again who uses a sign-in, with the password or, if there is a second factor, with a code. */
  prove(principal: Principal, session: string, proof: Proof, client: Client): Promise<Result<unknown>>;
  profile(principal: Principal): Promise<Result<Profile>>;
  /** Changes one's own name, address or password. The last two end all other sign-ins. */
  changeProfile(principal: Principal, session: string, request: ProfileRequest): Promise<Result<unknown>>;
  /** What the administrator has set for the page, as the page has it. Empty: nothing. */
  preferences(principal: Principal): Promise<Result<Preferences>>;
  /**
   * Replaces these members, and removes those that are null. Returns all. Fails with `INPUT.INVALID` if they are too long
   * together.
   */
  changePreferences(principal: Principal, change: Preferences): Promise<Result<Preferences>>;
  /** Lets an owner look at the page as a role, in this sign-in, until `null` ends it. */
  seeAs(principal: Principal, session: string, role: SeenRole | null): Promise<Result<unknown>>;
}

/** JSON by name. */
export type Preferences = Readonly<Record<string, Json>>;

/** The name of a role of administrators, or the type of one of users of the content. */
export type SeenRole = { readonly administrators: string } | { readonly users: string };

/** A password, or a code of the second factor. */
export type Proof = { readonly password: string } | { readonly code: string };

export interface Profile {
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly hasSecondFactor: boolean;
  readonly recoveryCodesLeft: number;
}

/** Members that are absent stay as they are. */
export interface ProfileRequest {
  readonly name?: string;
  readonly email?: string;
  readonly password?: string;
}

export interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export interface RoleRequest {
  readonly name?: unknown;
  readonly grants?: unknown;
}

export interface BegunSecondFactor {
  /** Encrypted; to be sent back with the first code. */
  readonly sealed: string;
  readonly uri: string;
  /** A picture of `uri`, as SVG. */
  readonly picture: string;
}
