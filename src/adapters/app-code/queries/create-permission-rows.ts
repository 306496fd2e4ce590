import type { Access } from '../../../application/access/access.js';
import type { Document } from '../../../application/ports/document-store.js';
import type { Log } from '../../../application/ports/log.js';
import { isPlainObject } from '../../../domain/document/plain-object.js';
import { textOf } from '../../../domain/document/text-of.js';
import { failure } from '../../../domain/failure.js';
import { compare } from '../../../domain/query/compare.js';
import type { PopulateMember, Range, Selection } from '../../../domain/query/query.js';
import { roleType } from '../../../domain/schema/built-in-uids.js';
import { contentTypeOf } from '../../../domain/schema/schema.js';
import { AppError, valueOf } from '../app-error.js';
import { findAll } from './find-all.js';
import { grantRow, grantRowsOf, type GrantRow } from './grant-rows.js';
import { grantOf, standingActions } from './permission-actions.js';
import { withPermissions } from './permission-type.js';
import { presentRow } from './present-rows.js';
import { readNumber, readRange, readSelection, shownIn } from './read-selection.js';
import { isEmptyWhere } from './read-where.js';
import { rowsOf } from './row-keys.js';
import { selectGrants } from './select-grants.js';
import type { Params, RowQuery, RowReads, RowsDependencies } from './row-query.js';

export interface PermissionsDependencies extends RowsDependencies {
  readonly access: Pick<Access, 'grants' | 'grant' | 'revoke'>;
  readonly log: Log;
}

/**
 * The grants of roles as rows of `plugin::users-permissions.permission`: creating one grants its action, and deleting it
 * revokes the action. An action that cannot be granted is logged and has no row.
 */
export function createPermissionRows(dependencies: PermissionsDependencies): RowQuery {
  const reads = createReads(dependencies);
  const find = (params: Params): Promise<readonly GrantRow[]> => findGrants(dependencies, params);
  const first = async (method: string, params: Params): Promise<GrantRow | undefined> => {
    if (isEmptyWhere(params['where']) && isEmptyWhere(params['filters']))
      throw refused(`${method} requires a where parameter`);
    return (await find(params))[0];
  };
  const grant = async (data: unknown): Promise<GrantRow> =>
    giveGrant(dependencies, await readGrant(dependencies, data));
  const replace = async (old: GrantRow, data: unknown): Promise<GrantRow> => {
    const wanted = await readGrant(dependencies, data, old);
    if (wanted.row['id'] === old.row['id']) return old;
    const made = await giveGrant(dependencies, wanted);
    await takeGrant(dependencies, old);
    return made;
  };
  return {
    ...reads,
    create: async (params) => reads.present([await grant(params['data'])], params).then(([row]) => row ?? {}),
    async update(params) {
      const old = await first('update', params);
      if (old === undefined) return null;
      return (await reads.present([await replace(old, params['data'])], params))[0] ?? null;
    },
    async delete(params) {
      const old = await first('delete', params);
      if (old === undefined) return null;
      const [row = null] = await reads.present([old], params);
      await takeGrant(dependencies, old);
      return row;
    },
    async createMany({ data }) {
      if (!Array.isArray(data) || data.length === 0)
        throw refused('createMany expects data, which is a list of objects');
      const ids: number[] = [];
      for (const each of data) ids.push((await grant(each)).row['id'] as number);
      return { count: ids.length, ids };
    },
    async updateMany(params) {
      const rows = await find(params);
      for (const row of rows) await replace(row, params['data']);
      return { count: rows.length };
    },
    async deleteMany(params = {}) {
      const rows = await find(params);
      for (const row of rows) await takeGrant(dependencies, row);
      return { count: rows.length };
    },
  };
}

interface Reads extends RowReads {
  present(grants: readonly GrantRow[], params: Params): Promise<readonly Document[]>;
}

function createReads(dependencies: PermissionsDependencies): Reads {
  const { schema, type } = withPermissions(dependencies.schema);
  const present: Reads['present'] = async (grants, params) => {
    const shown = shownIn(schema, type, params);
    const roles = await rolesOf(dependencies, grants, roleMember(shown));
    return grants.map(({ row, role }) => {
      const fields = { ...chosen(row, shown) };
      const found = roles?.get(role['id'] as number);
      return presentRow(roles === null ? fields : { ...fields, role: found ?? null }, shown);
    });
  };
  const page = async (params: Params, range: Range) => {
    const all = await findGrants(dependencies, params);
    const end = range.limit === null ? undefined : range.offset + range.limit;
    return { rows: await present(all.slice(range.offset, end), params), total: all.length };
  };
  return {
    present,
    findMany: async (params = {}) => (await page(params, readRange(params))).rows,
    findOne: async (params = {}) =>
      (await page(params, { offset: readRange(params).offset, limit: 1 })).rows[0] ?? null,
    count: async (params = {}) => (await findGrants(dependencies, params)).length,
    async findWithCount(params = {}) {
      const { rows, total } = await page(params, readRange(params));
      return [rows, total];
    },
    async findPage(params = {}) {
      const number = Math.max(readNumber('page', params['page']) ?? 1, 1);
      const pageSize = Math.max(readNumber('pageSize', params['pageSize']) ?? 10, 1);
      const { rows, total } = await page(params, { offset: (number - 1) * pageSize, limit: pageSize });
      const pageCount = Math.ceil(total / pageSize);
      return { results: rows, pagination: { page: number, pageSize, pageCount, total } };
    },
  };
}

const chosen = (row: Document, { fields }: Selection): Document =>
  fields === undefined || fields.includes('*')
    ? row
    : Object.fromEntries(
        Object.entries(row).filter(
          ([name]) => name === 'id' || name === 'documentId' || fields.includes(name),
        ),
      );

const roleMember = ({ populate }: Selection): PopulateMember | undefined =>
  populate?.members.find(({ name }) => name === 'role') ??
  (populate?.all === true ? { name: 'role' } : undefined);

/** The roles of grants as they are populated; null if they are not. */
async function rolesOf(
  { schema, documents }: PermissionsDependencies,
  grants: readonly GrantRow[],
  member: PopulateMember | undefined,
): Promise<ReadonlyMap<number, Document> | null> {
  if (member === undefined) return null;
  const { fields, populate, filters } = member;
  const among = compare('id', '$in', [...new Set(grants.map(({ role }) => role['id']))]);
  const query = {
    ...rowsOf(contentTypeOf(schema, roleType)),
    ...(fields && { fields }),
    ...(populate && { populate }),
    filters: filters === undefined ? among : { kind: 'and' as const, filters: [among, filters] },
    range: { offset: 0, limit: null },
    count: false,
  };
  const roles = (await findAll(documents, query)).documents;
  return new Map(roles.map((role) => [role['id'] as number, role]));
}

async function findGrants(
  dependencies: PermissionsDependencies,
  params: Params,
): Promise<readonly GrantRow[]> {
  const { schema, type } = withPermissions(dependencies.schema);
  const { filters, sort } = readSelection(schema, type, params);
  const rows = await grantRowsOf(dependencies.schema, dependencies.documents, dependencies.access);
  const query = {
    ...rowsOf(type),
    ...(filters && { filters }),
    ...(sort && { sort }),
    range: { offset: 0, limit: null },
    count: false,
  };
  return selectGrants(schema, rows, query);
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
