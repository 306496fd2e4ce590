import type { Range } from '../../../domain/query/query.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { createRowWrites } from './create-row-writes.js';
import { findAll, type Found } from './find-all.js';
import { presentRow } from './present-rows.js';
import type { QueryAction } from './query-hooks.js';
import { readNumber, readRange, readSelection } from './read-selection.js';
import { rowsOf } from './row-keys.js';
import { readParams, type Params, type RowQuery, type RowsDependencies } from './row-query.js';

export function createRowQuery(dependencies: RowsDependencies, type: ContentType): RowQuery {
  const { hooks } = dependencies;
  const reads = createRowReads(dependencies, type);
  const writes = createRowWrites(dependencies, type);
  const hooked = <T>(action: QueryAction, work: (params: Params) => Promise<T>) => {
    return async (params?: Params): Promise<T> => hooks.around(type.uid, action, readParams(params), work);
  };
  const [findMany, count] = [hooked('findMany', reads.findMany), hooked('count', reads.count)];
  return {
    findOne: hooked('findOne', reads.findOne),
    findMany,
    count,
    async findWithCount(params = {}) {
      const rows = await findMany(params);
      return [rows, await count({ where: params['where'], filters: params['filters'] })];
    },
    findPage: (params) => reads.findPage(readParams(params)),
    create: hooked('create', writes.create),
    update: hooked('update', writes.update),
    delete: hooked('delete', writes.delete),
    createMany: hooked('createMany', writes.createMany),
    updateMany: hooked('updateMany', writes.updateMany),
    deleteMany: hooked('deleteMany', writes.deleteMany),
  };
}

type OwnReads = Pick<RowQuery, 'findOne' | 'findMany' | 'count' | 'findPage'>;

function createRowReads({ schema, documents }: RowsDependencies, type: ContentType): OwnReads {
  const find = async (params: Params, range: Range, count = false): Promise<Found> => {
    const selection = readSelection(schema, type, params);
    const { documents: rows, total } = await findAll(documents, {
      ...rowsOf(type),
      ...selection,
      range,
      count,
    });
    return { documents: rows.map((row) => presentRow(row, selection)), total };
  };
  return {
    async findOne(params = {}) {
      const { offset } = readRange(params);
      const { documents: rows } = await find(params, { offset, limit: 1 });
      return rows[0] ?? null;
    },
    findMany: async (params = {}) => (await find(params, readRange(params))).documents,
    async count(params = {}) {
      const { filters } = readSelection(schema, type, { where: params['where'], filters: params['filters'] });
      const query = {
        ...rowsOf(type),
        ...(filters && { filters }),
        fields: ['id'],
        range: none,
        count: true,
      };
      return (await findAll(documents, query)).total;
    },
    async findPage(params = {}) {
      const page = Math.max(readNumber('page', params['page']) ?? 1, 1);
      const pageSize = Math.max(readNumber('pageSize', params['pageSize']) ?? 10, 1);
      const range = { offset: (page - 1) * pageSize, limit: pageSize };
      const { documents: results, total } = await find(params, range, true);
      return { results, pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total } };
    },
  };
}

const none: Range = { offset: 0, limit: 0 };
