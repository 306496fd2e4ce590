import { own, type PlainObject } from '../../domain/document/plain-object.js';
import { textOf } from '../../domain/document/text-of.js';
import { invalidInput, type Failure } from '../../domain/failure.js';
import { reason, type Reason } from '../../domain/reason/reason.js';
import { decide, type Principal } from '../../domain/permission/permission.js';
import type { Update } from '../../domain/query/mutation.js';
import { err, ok, type Result } from '../../domain/result.js';
import { userType } from '../../domain/schema/built-in-uids.js';
import type { Documents } from '../documents/documents.js';
import { hasUnseen, looksLatin, mixesScripts } from './username-forms.js';
import { oneDocument } from '../documents/system-query.js';

/**
 * A username in the form of an address must be the user's own address. Otherwise its owner could not register, and could
 * be mistaken for this user.
 */
const isOtherAddress = (username: string, email: string): boolean =>
  /[^\s@]@[^\s@]/.test(username) && username.toLowerCase() !== email.toLowerCase();

export function checkOwnName(data: PlainObject): Result<null> {
  const { username, email } = textsOf(data);
  const refusal = username === undefined ? null : refusalOfName(username, email ?? '');
  return refusal === null ? ok(null) : err(refusal);
}

/** Why a user with this address cannot have that name; null if they can. */
export function refusalOfName(username: string, email: string): Failure | null {
  if (hasUnseen(username)) return refused(reason('username.unseen'));
  if (mixesScripts(username)) return refused(reason('username.scripts'));
  if (looksLatin(username)) return refused(reason('username.latin'));
  return isOtherAddress(username, email) ? refused(reason('username.address')) : null;
}

const refused = (why: Reason): Failure =>
  invalidInput([{ path: ['username'], reason: why, value: undefined }]);

/**
 * Returns the attributes that an update must change in addition: a username that equals the address changes with it.
 * Users keep existing names; a new name that is another user's address is refused.
 */
export async function keepOwnName(
  documents: Documents,
  principal: Principal,
  { documentId }: Update,
  data: PlainObject,
): Promise<Result<PlainObject>> {
  const { username, email } = textsOf(data);
  const isFit = username === undefined ? email === undefined : refusalOfName(username, email ?? '') === null;
  if (isFit || documentId === undefined) return ok({});
  const found = await nameOf(documents, principal, documentId);
  // The update itself fails if the user does not exist or may not be changed.
  if (!found.ok || found.value === null) return found.ok ? ok({}) : found;
  const current = found.value;
  if (username === undefined)
    return ok(current.username.toLowerCase() === current.email ? { username: email } : {});
  const refusal = username === current.username ? null : refusalOfName(username, email ?? current.email);
  return refusal === null ? ok({}) : err(refusal);
}

function textsOf(data: PlainObject): Partial<Name> {
  const [username, email] = [own(data, 'username'), own(data, 'email')];
  return { ...(typeof username === 'string' && { username }), ...(typeof email === 'string' && { email }) };
}

interface Name {
  readonly username: string;
  readonly email: string;
}

/** Null unless the principal may update the user, so that a refusal reveals nothing about other users. */
export async function nameOf(
  documents: Documents,
  principal: Principal,
  documentId: string,
): Promise<Result<Name | null>> {
  const permission = decide(principal, 'update', userType);
  if (permission === null) return ok(null);
  const reading = { ...permission, fields: null };
  const { isCode: _, ...asking } = principal;
  // The server reads for itself: an app may have made either attribute private, and its hooks may change what is read.
  const reader: Principal = {
    ...asking,
    kind: 'system',
    grants: { kind: 'listed', listed: new Map([[userType, new Map([['findOne' as const, reading]])]]) },
  };
  const found = await documents.findOne(reader, oneDocument(userType, documentId, ['username', 'email']));
  if (!found.ok) return found.failure.code === 'DOCUMENT.NOT_FOUND' ? ok(null) : found;
  const [user] = found.value.answer.documents();
  return ok(user === undefined ? null : { username: textOf(user['username']), email: textOf(user['email']) });
}
