import { roleType, userType } from '../../domain/schema/built-in-uids.js';
import { equals, compare } from '../../domain/query/compare.js';
import { textOf } from '../../domain/document/text-of.js';
import { grantsOf, systemPrincipal, type Principal } from '../../domain/permission/permission.js';
import { isStorableText } from '../../domain/document/storable-text.js';
import { notFound } from '../../domain/failure.js';
import type { Filter } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Documents } from '../documents/documents.js';
import type { Document } from '../ports/document-store.js';
import { lookAlikes, normalUsername, readings, usernameForm } from './username-forms.js';
import { findAsSystem, oneDocument, systemAbout } from '../documents/system-query.js';

/** A user as the server reads them for its own use. */
export interface UserRecord {
  readonly id: number;
  readonly documentId: string;
  readonly username: string;
  readonly email: string;
  /** A new address that is not confirmed yet; empty if there is none. */
  readonly pendingEmail: string;
  readonly passwordHash: string | null;
  readonly confirmed: boolean;
  readonly blocked: boolean;
  /** The type of the user's role; empty if there is none. */
  readonly role: string;
  readonly sessionEpoch: string;
  /** When the codes expire; empty if none was sent. */
  readonly resetPasswordExpiresAt: string;
  readonly confirmationExpiresAt: string;
  readonly signInExpiresAt: string;
}

/** Attributes that identify one user. Codes are stored as hashes. */
export type UserKey =
  | 'id'
  | 'documentId'
  | 'email'
  | 'username'
  | 'subject'
  | 'resetPasswordToken'
  | 'confirmationToken'
  | 'signInToken';

/** Returns null if there is no such user. */
export async function findUser(
  documents: Documents,
  key: UserKey,
  value: string,
): Promise<Result<UserRecord | null>> {
  return findUserBy(documents, equals(key, value));
}

/** Returns a user that the filter matches; null if there is none. */
export async function findUserBy(documents: Documents, filters: Filter): Promise<Result<UserRecord | null>> {
  const found = await findUsers(documents, filters);
  return found.ok ? ok(found.value[0] ?? null) : found;
}

/**
 * The user with this e-mail address or username. The address takes precedence over a username that looks like it. One
 * query in every case, so that the time reveals nothing.
 */
export async function findByIdentifier(
  documents: Documents,
  identifier: string,
): Promise<Result<UserRecord | null>> {
  // No store can hold such text, and some fail on a search for it.
  if (!isStorableText(identifier)) return ok(null);
  const email = identifier.toLowerCase();
  const names = [...new Set([identifier, normalUsername(identifier)])];
  const filters = [equals('email', email), compare('username', '$in', names)];
  const found = await findUsers(documents, { kind: 'or', filters });
  if (!found.ok) return found;
  return ok(found.value.find((user) => user.email === email) ?? found.value[0] ?? null);
}

/** Whether somebody other than `self` has a username that looks like this one. */
export async function isLookAlike(
  documents: Documents,
  username: string,
  self?: string,
): Promise<Result<boolean>> {
  if (!isStorableText(username)) return ok(false);
  const names = readings(username);
  const forms = names.map(usernameForm).filter((form) => form !== null);
  const filters = [
    ...names.flatMap(lookAlikes).map((name) => compare('username', '$eqi', name)),
    ...forms.map((form) => equals('usernameForm', form)),
  ];
  const found = await findUsers(documents, { kind: 'or', filters });
  return found.ok ? ok(found.value.some(({ documentId }) => documentId !== self)) : found;
}

async function findUsers(documents: Documents, filters: Filter): Promise<Result<readonly UserRecord[]>> {
  const populate = { all: false, members: [{ name: 'role', fields: ['type'] }] };
  const found = await findAsSystem(documents, userType, { filters, populate, limit: 2 });
  return found.ok ? ok(found.value.map(recordOf)) : found;
}

function recordOf(document: Document): UserRecord {
  const role = document['role'] as Document | null | undefined;
  const password = document['password'];
  return {
    id: Number(document['id']),
    documentId: textOf(document['documentId']),
    username: textOf(document['username']),
    email: textOf(document['email']),
    pendingEmail: textOf(document['pendingEmail']),
    passwordHash: typeof password === 'string' ? password : null,
    confirmed: document['confirmed'] === true,
    blocked: document['blocked'] === true,
    role: textOf(role?.['type']),
    sessionEpoch: textOf(document['sessionEpoch']),
    resetPasswordExpiresAt: textOf(document['resetPasswordExpiresAt']),
    confirmationExpiresAt: textOf(document['confirmationExpiresAt']),
    signInExpiresAt: textOf(document['signInExpiresAt']),
  };
}

/** Returns the documentId of the new user. */
export async function createUser(
  documents: Documents,
  data: Readonly<Record<string, unknown>>,
): Promise<Result<string>> {
  const answer = { fields: ['documentId'] };
  const mutation = { kind: 'create', type: userType, layer: 'published', data, answer } as const;
  const created = await documents.create(systemPrincipal, mutation);
  if (!created.ok) return created;
  return ok(textOf(created.value.answer.documents()[0]?.['documentId']));
}

export async function updateUser(
  documents: Documents,
  documentId: string,
  data: Readonly<Record<string, unknown>>,
  principal: Principal = systemPrincipal,
): Promise<Result<void>> {
  const answer = { fields: ['documentId'] };
  const mutation = { kind: 'update', type: userType, documentId, layer: 'published', data, answer } as const;
  const updated = await documents.update(principal, mutation);
  return updated.ok ? ok(undefined) : updated;
}

/** Codes that are valid once. */
export type CodeKey = 'resetPasswordToken' | 'confirmationToken' | 'signInToken';

/**
 * Updates the user with this code and invalidates the code: of several concurrent requests one succeeds, and the others
 * fail with `DOCUMENT.NOT_FOUND`. `spent`, the hash of a fresh random code, replaces it.
 */
export async function spendCode(
  documents: Documents,
  documentId: string,
  { key, hash, spent }: { readonly key: CodeKey; readonly hash: string; readonly spent: string },
  data: Readonly<Record<string, unknown>>,
): Promise<Result<void>> {
  const filter = compare(key, '$in', [hash, spent]);
  return updateUser(documents, documentId, { ...data, [key]: spent }, aboutUsers(filter));
}

/** A user by their current address, or by a new one that is not confirmed yet. */
export interface Addressee {
  readonly documentId: string;
  readonly email: string;
  readonly key: 'email' | 'pendingEmail';
}

/**
 * Updates the user if this is still their address, else fails with `DOCUMENT.NOT_FOUND`: a code is valid only for the
 * address it was sent to.
 */
export const updateOfAddress = (
  documents: Documents,
  { documentId, email, key }: Addressee,
  data: Readonly<Record<string, unknown>>,
): Promise<Result<void>> => updateUser(documents, documentId, data, aboutUsers(equals(key, email)));

/**
 * Updates the user unless the password was changed or the user blocked since they were read; then it fails with
 * `DOCUMENT.NOT_FOUND`. A new `epoch` ends the sessions.
 */
export function updateOfEpoch(
  documents: Documents,
  { documentId, sessionEpoch }: Pick<UserRecord, 'documentId' | 'sessionEpoch'>,
  data: Readonly<Record<string, unknown>>,
  epoch: string = sessionEpoch,
): Promise<Result<void>> {
  const changed = epoch === sessionEpoch ? data : { ...data, sessionEpoch: epoch };
  return updateUser(documents, documentId, changed, aboutUsers(isOfEpoch(sessionEpoch, epoch)));
}

/** Matches users with one of these epochs. The epoch is empty until it first changes. */
export const isOfEpoch = (...epochs: readonly string[]): Filter => ({
  kind: 'or',
  filters: epochs.map((epoch) =>
    epoch === '' ? compare('sessionEpoch', '$null', true) : equals('sessionEpoch', epoch),
  ),
});

const aboutUsers = (filter: Filter): Principal => systemAbout(userType, filter);

/** Returns the user without private attributes, as they may see themselves. */
export async function showUser(documents: Documents, documentId: string): Promise<Result<Document>> {
  const reader: Principal = { kind: 'user', name: 'self', grants: grantsOf([[userType, ['findOne']]]) };
  const found = await documents.findOne(reader, oneDocument(userType, documentId));
  if (!found.ok) return found;
  const [document] = found.value.answer.documents();
  return document === undefined ? err(notFound) : ok(document);
}

/** Returns the documentId of the role of a type; null if there is none. */
export async function findRole(documents: Documents, type: string): Promise<Result<string | null>> {
  const asked = { fields: ['type'], filters: equals('type', type), limit: 1 };
  const found = await findAsSystem(documents, roleType, asked);
  if (!found.ok) return found;
  const [document] = found.value;
  return ok(document === undefined ? null : textOf(document['documentId']));
}
