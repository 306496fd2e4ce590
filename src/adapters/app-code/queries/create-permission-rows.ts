import { failure } from '../../../domain/failure.js';
import { AppError } from '../app-error.js';
import { giveGrant, readGrant, replaceGrant, takeGrant } from './change-grants.js';
import type { GrantRow } from './grant-rows.js';
import {
  createPermissionReads,
  grantsOfRows,
  type PermissionReads,
  type PermissionsDependencies,
} from './permission-reads.js';
import { isEmptyWhere } from './read-where.js';
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
    return (await grantsOfRows(dependencies, params))[0];
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
    const rows = await grantsOfRows(dependencies, params);
    for (const row of rows) await replaceGrant(dependencies, row, params['data']);
    return { count: rows.length };
  },
  async deleteMany(params = {}) {
    const rows = await grantsOfRows(dependencies, params);
    for (const row of rows) await takeGrant(dependencies, row);
    return { count: rows.length };
  },
});

const refused = (message: string): AppError => new AppError(failure('INPUT.INVALID', message));
