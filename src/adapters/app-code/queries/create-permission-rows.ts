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
import {
  createPermissionReads,
  findGrants,
  type PermissionReads,
  type PermissionsDependencies,
} from './permission-reads.js';
import { isEmptyWhere } from './read-where.js';
import { rowsOf } from './row-keys.js';
import type { Params, RowQuery, RowWrites } from './row-query.js';

/**
 * The grants of roles as rows of `plugin::users-permissions.permission`: creating one grants its action, and deleting it
 * revokes the action. An action that cannot be granted is logged and has no row.
 */
export function createPermissionRows(dependencies: PermissionsDependencies): RowQuery {
  const { present, ...reads } = createPermissionReads(dependencies);
  return { ...reads, ...createSingleWrites(dependencies, present), ...createManyWrites(dependencies) };
}

type SingleWrites = Pick<RowWrites, 'create' | 'update' | 'delete'>;

function createSingleWrites(
  dependencies: PermissionsDependencies,
  present: PermissionReads['present'],
): SingleWrites {
  const shown = async (grant: GrantRow, params: Params) => (await present([grant], params))[0] ?? null;
  const first = async (method: string, params: Params): Promise<GrantRow | undefined> => {
    if (isEmptyWhere(params['where']) && isEmptyWhere(params['filters']))
      throw refused(`${method} requires a where parameter`);
    return (await findGrants(dependencies, params))[0];
  };
  return {
    async create(params) {
      const grant = await giveGrant(dependencies, await readGrant(dependencies, params['data']));
      return (await shown(grant, params)) ?? grant.row;
    },
    async update(params) {
      const old = await first('update', params);
      return old === undefined ? null : shown(await replaceGrant(dependencies, old, params['data']), params);
    },
    async delete(params) {
      const old = await first('delete', params);
      if (old === undefined) return null;
      const row = await shown(old, params);
      await takeGrant(dependencies, old);
      return row;
    },
  };
}

type ManyWrites = Pick<RowWrites, 'createMany' | 'updateMany' | 'deleteMany'>;

const createManyWrites = (dependencies: PermissionsDependencies): ManyWrites => ({
  async createMany({ data }) {
    if (!Array.isArray(data) || data.length === 0)
      throw refused('createMany expects data, which is a list of objects');
    const ids: number[] = [];
    for (const each of data) {
      const grant = await giveGrant(dependencies, await readGrant(dependencies, each));
      ids.push(grant.row['id'] as number);
    }
    return { count: ids.length, ids };
  },
  async updateMany(params) {
    const rows = await findGrants(dependencies, params);
    for (const row of rows) await replaceGrant(dependencies, row, params['data']);
    return { count: rows.length };
  },
  async deleteMany(params = {}) {
    const rows = await findGrants(dependencies, params);
    for (const row of rows) await takeGrant(dependencies, row);
    return { count: rows.length };
  },
});

async function replaceGrant(
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
async function readGrant(
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
async function giveGrant(dependencies: PermissionsDependencies, wanted: GrantRow): Promise<GrantRow> {
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

async function takeGrant({ access, log }: PermissionsDependencies, { row, role }: GrantRow): Promise<void> {
  const [action, type] = [textOf(row['action']), textOf(role['type'])];
  if (standingActions(type).includes(action))
    return log.warn(
      `The permission ${action} of the role ${type} stays: the settings of accounts decide about it`,
    );
  const grant = grantOf(action);
  if (grant !== undefined) valueOf(await access.revoke(type, grant.uid, [grant.action]));
}

const refused = (message: string): AppError => new AppError(failure('INPUT.INVALID', message));
