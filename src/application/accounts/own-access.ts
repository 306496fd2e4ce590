import { own, type PlainObject } from '../../domain/document/plain-object.js';
import { validateInput } from '../../domain/document/validate-input.js';
import { denied } from '../../domain/failure.js';
import { decide, type Permission, type Principal } from '../../domain/permission/permission.js';
import type { Update } from '../../domain/query/mutation.js';
import { err, ok, type Result } from '../../domain/result.js';
import { userType } from '../../domain/schema/built-in-uids.js';
import { contentTypeOf, type Schema } from '../../domain/schema/schema.js';
import type { AuditTrail } from '../audit/audit-trail.js';
import type { Documents } from '../documents/documents.js';
import type { PasswordVerifier } from '../ports/password-verifier.js';
import type { TokenSecrets } from '../ports/token-secrets.js';
import { addressChangeMail, confirmationCode } from './address-mails.js';
import type { Attempts } from './attempts.js';
import type { CodeSender } from './code-sender.js';
import { wrongPassword } from './failures.js';
import { areFree } from './free-names.js';
import type { AccountSettings } from './use-cases.js';
import { findUser, isOfEpoch, type UserRecord } from './user-records.js';

export interface OwnAccessDependencies {
  readonly documents: Documents;
  readonly schema: Schema;
  readonly secrets: TokenSecrets;
  readonly passwords: PasswordVerifier;
  readonly codes: CodeSender;
  readonly attempts: Attempts;
  readonly settings: Pick<AccountSettings, 'emailConfirmation' | 'confirmationUrl'>;
  /** Records wrong current passwords. */
  readonly audit?: Pick<AuditTrail, 'record'> | undefined;
}

/** A prepared update of a user. */
export interface OwnUpdate {
  readonly principal: Principal;
  readonly data: PlainObject;
  /** What the server writes in addition to `data`, with its own rights. */
  readonly added: PlainObject;
  /** Sends the mails of the update. Call it after the write. */
  readonly made: () => void;
}

/** Whether a user updates themselves. App code and API tokens always count as updating others. */
export const isOwnUpdate = ({ kind, user }: Principal, { documentId }: Update): boolean =>
  kind === 'user' && user !== undefined && user.documentId === documentId;

/**
 * Users who change their own password or address must send the current password, as `currentPassword` beside the
 * attributes, so that an open session is not enough to take over an account. If addresses are confirmed, the account
 * keeps the former address until the new one is confirmed.
 */
export async function prepareOwnUpdate(
  dependencies: OwnAccessDependencies,
  principal: Principal,
  given: PlainObject,
): Promise<Result<OwnUpdate>> {
  const { currentPassword, ...data } = given;
  const unchanged: OwnUpdate = { principal, data, added: {}, made: () => {} };
  const isAboutAccess = Object.hasOwn(data, 'password') || Object.hasOwn(data, 'email');
  if (!isAboutAccess) return ok(unchanged);
  const permission = decide(principal, 'update', userType);
  if (permission === null || principal.user === undefined) return err(denied);
  const found = await findUser(dependencies.documents, 'documentId', principal.user.documentId);
  if (!found.ok) return found;
  if (found.value === null) return err(denied);
  const user = found.value;
  const address = newAddress(user, data);
  if (address === null && !Object.hasOwn(data, 'password')) return ok(unchanged);
  const proved = await provePassword(dependencies, principal, user, currentPassword);
  if (!proved.ok) return proved;
  const epoch = dependencies.secrets.create();
  const guarded = whileOfEpoch(principal, permission, isOfEpoch(user.sessionEpoch, epoch));
  const ends = { ...unchanged, principal: guarded, added: { sessionEpoch: epoch } };
  return address === null ? ok(ends) : changeAddress(dependencies, permission, user, address, ends);
}

/** Returns null if the address stays, or is not text, which is refused later. */
function newAddress({ email }: UserRecord, data: PlainObject): string | null {
  const address = own(data, 'email');
  return typeof address !== 'string' || address === email ? null : address;
}

async function provePassword(
  { passwords, attempts, audit }: OwnAccessDependencies,
  principal: Principal,
  { documentId, passwordHash }: UserRecord,
  given: unknown,
): Promise<Result<void>> {
  const allowed = await attempts.takeOwn(documentId);
  if (!allowed.ok) return allowed;
  if (await passwords.verify(passwordHash, typeof given === 'string' ? given : '')) return ok(undefined);
  await audit?.record(principal, { action: 'update', outcome: 'refused', type: userType, documentId });
  return err(wrongPassword);
}

/** Changes the address at once, or stores it until it is confirmed. The former address gets a mail in both cases. */
async function changeAddress(
  { documents, schema, codes, settings }: OwnAccessDependencies,
  permission: Permission,
  { documentId, email: former }: UserRecord,
  email: string,
  update: OwnUpdate,
): Promise<Result<OwnUpdate>> {
  const free = await areFree(documents, [email], documentId);
  if (!free.ok) return free;
  const { emailConfirmation: isPending, confirmationUrl } = settings;
  const tellFormer = (): void => codes.tell(addressChangeMail(former, isPending));
  if (!isPending) return ok({ ...update, made: tellFormer });
  const mode = { kind: 'update', draft: false, fields: permission.fields, privateInside: false } as const;
  const type = contentTypeOf(schema, userType);
  const checked = validateInput(schema, type, { email }, mode, update.principal);
  if (!checked.ok) return checked;
  const { email: _pending, ...data } = update.data;
  const { sessionEpoch, ...added } = update.added;
  return ok({
    principal: update.principal,
    data,
    added: {
      ...added,
      ...(Object.hasOwn(data, 'password') && { sessionEpoch }),
      pendingEmail: email,
      confirmationToken: null,
    },
    made: () => {
      codes.send(confirmationCode({ documentId, email, key: 'pendingEmail' }, confirmationUrl));
      tellFormer();
    },
  });
}

/** Makes the update fail if the password was changed or the user blocked since they were read. */
function whileOfEpoch(
  principal: Principal,
  permission: Permission,
  isCurrent: NonNullable<Permission['filter']>,
): Principal {
  const { grants } = principal;
  if (grants.kind !== 'listed') return principal;
  const filters = permission.filter === null ? [isCurrent] : [permission.filter, isCurrent];
  const update: Permission = { ...permission, filter: { kind: 'and', filters } };
  const granted = new Map(grants.listed.get(userType)).set('update', update);
  return { ...principal, grants: { kind: 'listed', listed: new Map(grants.listed).set(userType, granted) } };
}
