import { own, type PlainObject } from '../../domain/document/plain-object.js';
import { textOf } from '../../domain/document/text-of.js';
import { invalidInput, type Failure } from '../../domain/failure.js';
import { decide, type Principal } from '../../domain/permission/permission.js';
import type { Update } from '../../domain/query/mutation.js';
import { err, ok, type Result } from '../../domain/result.js';
import { userType } from '../../domain/schema/built-in-uids.js';
import type { Documents } from '../documents/documents.js';
import { hasUnseen, mixesScripts } from './username-forms.js';

/**
 * A username that looks like an address is taken for one: by whoever logs in, and by who reads it. So it is one's own,
 * or the owner of that address could not register, and would be taken for somebody else.
 */
const isOtherAddress = (username: string, email: string): boolean =>
  /[^\s@]@[^\s@]/.test(username) && username.toLowerCase() !== email.toLowerCase();

export function checkOwnName(data: PlainObject): Result<null> {
  const { username, email } = textsOf(data);
  const refusal = username === undefined ? null : refusalOfName(username, email ?? '');
  return refusal === null ? ok(null) : err(refusal);
}

/** Why somebody with this address cannot take that name; null where they can. */
export function refusalOfName(username: string, email: string): Failure | null {
  if (hasUnseen(username))
    return refused('username must not have spaces around it, or characters that are not seen');
  if (mixesScripts(username)) return refused('username must not mix letters of scripts that look alike');
  return isOtherAddress(username, email)
    ? refused('username must not be an address other than one’s own')
    : null;
}

const refused = (message: string): Failure =>
  invalidInput([{ path: ['username'], message, value: undefined }]);

/**
 * What an update adds so that a username stays one's own: one that is the address follows it. A name that somebody has
 * already, wherever it came from, they keep. A failure where the new name would be taken for somebody else's.
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
  // Whether there is such a user, and for whom, the update itself says.
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

/** Of a user whom the principal may update; else null, so that a refusal tells nothing of others. */
export async function nameOf(
  documents: Documents,
  principal: Principal,
  documentId: string,
): Promise<Result<Name | null>> {
  const permission = decide(principal, 'update', userType);
  if (permission === null) return ok(null);
  const reading = { ...permission, fields: null };
  // An app may have made either private.
  const asking: Principal = {
    ...principal,
    kind: 'system',
    grants: { kind: 'listed', listed: new Map([[userType, new Map([['findOne' as const, reading]])]]) },
  };
  const found = await documents.findOne(asking, {
    type: userType,
    action: 'findOne',
    documentId,
    fields: ['username', 'email'],
    range: { offset: 0, limit: 1 },
    count: false,
    layer: 'published',
  });
  if (!found.ok) return found.failure.code === 'DOCUMENT.NOT_FOUND' ? ok(null) : found;
  const [user] = found.value.answer.documents();
  return ok(user === undefined ? null : { username: textOf(user['username']), email: textOf(user['email']) });
}
