import { between, type RowOperation } from '../../../application/documents/row-hooks.js';
import type { Document } from '../../../application/ports/document-store.js';
import type { Range } from '../../../domain/query/query.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { createRowWrites } from './create-row-writes.js';
import { findAll } from './find-all.js';
import { presentRow } from './present-rows.js';
import { readNumber, readRange, readSelection } from './read-selection.js';
import { rowsOf } from './row-keys.js';
import { readParams, type Params, type RowQuery, type RowsDependencies } from './row-query.js';

export function createRowQuery(dependencies: RowsDependencies, type: ContentType): RowQuery {
  const { hooks } = dependencies;
  const reads = createRowReads(dependencies, type);
  const writes = createRowWrites(dependencies, type);
  const hooked =
    <T>(operation: RowOperation, work: (params: Params) => Promise<T>) =>
    async (params?: Params): Promise<T> =>
      between(hooks, type, operation, { ...readParams(params) }, work);
  const [findMany, count] = [hooked('FindMany', reads.findMany), hooked('Count', reads.count)];
  const countAll = ({ where, filters }: Params): Promise<number> => count({ where, filters });
  return {
    findOne: hooked('FindOne', reads.findOne),
    findMany,
    count,
    findWithCount: async (params = {}) => [await findMany(params), await countAll(params)],
    async findPage(params = {}) {
      const page = Math.max(readNumber('page', params['page']) ?? 1, 1);
      const pageSize = Math.max(readNumber('pageSize', params['pageSize']) ?? 10, 1);
      const results = await findMany({ ...params, offset: (page - 1) * pageSize, limit: pageSize });
      const total = await countAll(params);
      return { results, pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total } };
    },
    create: hooked('Create', writes.create),
    update: hooked('Update', writes.update),
    delete: hooked('Delete', writes.delete),
    createMany: hooked('CreateMany', writes.createMany),
    updateMany: hooked('UpdateMany', writes.updateMany),
    deleteMany: hooked('DeleteMany', writes.deleteMany),
  };
}

type OwnReads = Pick<RowQuery, 'findOne' | 'findMany' | 'count'>;

function createRowReads({ schema, documents }: RowsDependencies, type: ContentType): OwnReads {
  const find = async (params: Params, range: Range): Promise<readonly Document[]> => {
    const selection = readSelection(schema, type, params);
    const found = await findAll(documents, { ...rowsOf(type), ...selection, range, count: false });
    return found.documents.map((row) => presentRow(row, selection));
  };
  return {
    async findOne(params = {}) {
      const { offset } = readRange(params);
      return (await find(params, { offset, limit: 1 }))[0] ?? null;
    },
    findMany: (params = {}) => find(params, readRange(params)),
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
  };
}

const none: Range = { offset: 0, limit: 0 };
