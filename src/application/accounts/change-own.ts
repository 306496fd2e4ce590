import { denied } from '../../domain/failure.js';
import type { Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { writingFor } from '../audit/writing-for.js';
import type { Confirmation } from './confirmation.js';
import { taken, unknownParameters, wrongPassword } from './refusals.js';
import { areFree, isTaken } from './register.js';
import type { Accounts, AccountsDependencies, OwnChange } from './use-cases.js';
import { findUser, showUser, updateOfEpoch, type UserRecord } from './user-records.js';

/** Decided by the server or by who administers it, whatever the settings say. */
const notOnesOwn: ReadonlySet<string> = new Set(['role', 'provider', 'confirmed', 'blocked', 'password']);

/** People change their own account, whatever their role may. */
export function createChangeOwn(
  dependencies: AccountsDependencies,
  confirmation: Confirmation,
): Accounts['changeOwn'] {
  const { documents, settings } = dependencies;
  const allowed = new Set([
    'username',
    'email',
    ...settings.allowedFields.filter((one) => !notOnesOwn.has(one)),
  ]);
  return async (principal, { data, currentPassword }) => {
    if (principal.user === undefined) return err(denied);
    const stray = Object.keys(data).filter((name) => !allowed.has(name));
    if (stray.length > 0) return err(unknownParameters(stray));
    const found = await findUser(documents, 'documentId', principal.user.documentId);
    if (!found.ok) return found;
    if (found.value === null) return err(denied);
    const user = found.value;
    const email = newAddress(user, data['email']);
    if (email !== undefined) {
      const isRight = await isPassword(dependencies, user, currentPassword);
      if (!isRight) return err(wrongPassword);
    }
    const confirmed = email !== undefined && settings.emailConfirmation ? { confirmed: false } : {};
    const changed = await change(documents, principal, user, { ...data, ...confirmed });
    if (!changed.ok) return changed;
    if (email !== undefined && settings.emailConfirmation)
      confirmation.ask({ documentId: user.documentId, email });
    return showUser(documents, user.documentId);
  };
}

/** In lower case; undefined where it stays, or is none, which is refused later. */
function newAddress({ email }: UserRecord, asked: unknown): string | undefined {
  const address = typeof asked === 'string' ? asked.toLowerCase() : email;
  return address === email ? undefined : address;
}

/** A session that was left open is not enough to take an account over. */
const isPassword = async (
  { passwords }: AccountsDependencies,
  { passwordHash }: UserRecord,
  given: OwnChange['currentPassword'],
): Promise<boolean> => passwords.verify(passwordHash, typeof given === 'string' ? given : '');

async function change(
  documents: AccountsDependencies['documents'],
  principal: Principal,
  user: UserRecord,
  data: Readonly<Record<string, unknown>>,
): Promise<Result<void>> {
  const names = [data['username'], data['email']].filter((name) => typeof name === 'string');
  const free = await areFree(documents, names, user.documentId);
  if (!free.ok) return free;
  const updated = await updateOfEpoch(writingFor(documents, principal), user, data);
  if (updated.ok) return ok(undefined);
  // Who came by the session and the former password changes nothing any more.
  if (updated.failure.code === 'DOCUMENT.NOT_FOUND') return err(denied);
  return isTaken(updated.failure) ? err(taken) : updated;
}
