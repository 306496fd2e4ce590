import { isPlainObject } from '../../../domain/document/plain-object.js';
import { textOf } from '../../../domain/document/text-of.js';
import { failure } from '../../../domain/failure.js';
import { compare } from '../../../domain/query/compare.js';
import { roleType } from '../../../domain/schema/built-in-uids.js';
import { contentTypeOf } from '../../../domain/schema/schema.js';
import { AppError, valueOf } from '../app-error.js';
import { findAll } from './find-all.js';
import { grantRow, grantRowsOf, type GrantRow } from './grant-rows.js';
import { grantOf, standingActions } from './permission-actions.js';
import type { PermissionsDependencies } from './permission-reads.js';
import { rowsOf } from './row-keys.js';

export async function replaceGrant(
  dependencies: PermissionsDependencies,
  old: GrantRow,
  data: unknown,
): Promise<GrantRow> {
  const wanted = await readGrant(dependencies, data, old);
  if (wanted.row['id'] === old.row['id']) return old;
  const made = await giveGrant(dependencies, wanted);
  await takeGrant(dependencies, old);
  return made;
}

/** Reads the action and the role of a permission's data; what is absent stays as in `old`. */
export async function readGrant(
  { schema, documents }: PermissionsDependencies,
  data: unknown,
  old?: GrantRow,
): Promise<GrantRow> {
  if (!isPlainObject(data)) throw refused('a permission needs data, which is an object');
  const action = data['action'] ?? old?.row['action'];
  if (typeof action !== 'string' || action === '')
    throw refused('a permission needs an action, which is text');
  if (data['role'] === undefined && old !== undefined) return grantRow(old.role, action);
  const id = roleIdIn(data['role']);
  if (id === undefined) throw refused(`the permission ${action} needs the id of its role`);
  const filters = compare(typeof id === 'number' || /^\d+$/.test(id) ? 'id' : 'documentId', '$eq', id);
  const query = {
    ...rowsOf(contentTypeOf(schema, roleType)),
    filters,
    range: { offset: 0, limit: 1 },
    count: false,
  };
  const [role] = (await findAll(documents, query)).documents;
  if (role === undefined) throw refused(`there is no role with the id ${id}`);
  return grantRow(role, action);
}

function roleIdIn(raw: unknown): string | number | undefined {
  if (typeof raw === 'number' || typeof raw === 'string') return raw;
  if (Array.isArray(raw)) return roleIdIn(raw.at(-1));
  if (!isPlainObject(raw)) return undefined;
  return roleIdIn(raw['id'] ?? raw['documentId'] ?? raw['connect'] ?? raw['set']);
}

/** A grant that is there stays as it is, with its limits. */
export async function giveGrant(dependencies: PermissionsDependencies, wanted: GrantRow): Promise<GrantRow> {
  const { access, log } = dependencies;
  const [action, role] = [textOf(wanted.row['action']), textOf(wanted.role['type'])];
  const rows = await grantRowsOf(dependencies.schema, dependencies.documents, access);
  if (rows.some(({ row }) => row['id'] === wanted.row['id'])) return wanted;
  const grant = grantOf(action);
  const given =
    grant === undefined
      ? ({ ok: false, failure: failure('INPUT.INVALID', 'it names no action') } as const)
      : await access.grant(role, grant.uid, [grant.action]);
  if (!given.ok && given.failure.code !== 'INPUT.INVALID') throw new AppError(given.failure);
  if (!given.ok)
    log.warn(`The permission ${action} of the role ${role} is not granted: ${given.failure.message}`);
  return wanted;
}

export async function takeGrant(
  { access, log }: PermissionsDependencies,
  { row, role }: GrantRow,
): Promise<void> {
  const [action, type] = [textOf(row['action']), textOf(role['type'])];
  if (standingActions(type).includes(action))
    return log.warn(
      `The permission ${action} of the role ${type} stays: the settings of accounts decide about it`,
    );
  const grant = grantOf(action);
  if (grant !== undefined) valueOf(await access.revoke(type, grant.uid, [grant.action]));
}

const refused = (message: string): AppError => new AppError(failure('INPUT.INVALID', message));
