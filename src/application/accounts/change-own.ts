import { equals } from '../../domain/query/compare.js';
import { denied } from '../../domain/failure.js';
import type { Permission, Principal } from '../../domain/permission/permission.js';
import { err, type Result } from '../../domain/result.js';
import { userType } from '../../domain/schema/built-in-uids.js';
import { taken, unknownParameters } from './refusals.js';
import { areFree, isTaken } from './free-names.js';
import type { Accounts, AccountsDependencies } from './use-cases.js';
import { showUser, updateUser } from './user-records.js';

/** Decided by the server or by who administers it, whatever the settings say. */
const notOnesOwn: ReadonlySet<string> = new Set(['role', 'provider', 'confirmed', 'blocked', 'password']);

/** People change their own account, whatever their role may. */
export function createChangeOwn(dependencies: AccountsDependencies): Accounts['changeOwn'] {
  const { documents, settings } = dependencies;
  const allowed = new Set([
    'username',
    'email',
    ...settings.allowedFields.filter((one) => !notOnesOwn.has(one)),
  ]);
  return async (principal, { data, currentPassword }) => {
    const { user } = principal;
    if (user === undefined) return err(denied);
    const stray = Object.keys(data).filter((name) => !allowed.has(name));
    if (stray.length > 0) return err(unknownParameters(stray));
    const { username } = data;
    const free = await areFree(documents, typeof username === 'string' ? [username] : [], user.documentId);
    if (!free.ok) return free;
    const asked = { ...data, currentPassword };
    const changed = await updateUser(documents, user.documentId, asked, withSelf(principal, allowed));
    return changed.ok ? showUser(documents, user.documentId) : refused(changed);
  };
}

function refused(changed: Extract<Result<void>, { ok: false }>): Result<never> {
  // Refused if the password was changed meanwhile.
  if (changed.failure.code === 'DOCUMENT.NOT_FOUND') return err(denied);
  return isTaken(changed.failure) ? err(taken) : changed;
}

/** A principal who may update these attributes of themselves. */
function withSelf(principal: Principal, fields: ReadonlySet<string>): Principal {
  const update: Permission = { fields, filter: equals('documentId', '$me') };
  return {
    ...principal,
    grants: { kind: 'listed', listed: new Map([[userType, new Map([['update', update]])]]) },
  };
}
