import type { Document } from '../../../application/ports/document-store.js';
import { isPlainObject } from '../../../domain/document/plain-object.js';
import { textOf } from '../../../domain/document/text-of.js';
import { failure } from '../../../domain/failure.js';
import { equals } from '../../../domain/query/compare.js';
import type { ContentType, Schema } from '../../../domain/schema/schema.js';
import type { Documents } from '../../../application/documents/documents.js';
import { AppError } from '../app-error.js';
import type { DocumentService } from '../create-document-service.js';
import { findAll } from './find-all.js';
import { readNumber } from './read-selection.js';
import { keyFields, keyOfRow, rowsOf, type RowKey } from './row-keys.js';
import { readParams, type Params, type RowPage } from './row-query.js';

/**
 * Documents by the numeric ids of their rows. The row with an id names the document and the locale; what is answered is
 * its draft, unless `status` says otherwise. `publicationState` and `pagination` have no effect.
 */
export interface EntityService {
  /** Returns a list; of a single type its document, or null. */
  findMany(uid: string, params?: Params): Promise<readonly Document[] | Document | null>;
  findPage(uid: string, params?: Params): Promise<RowPage>;
  findOne(uid: string, id: unknown, params?: Params): Promise<Document | null>;
  count(uid: string, params?: Params): Promise<number>;
  /** Publishes on types with drafts, unless `publishedAt` is null in `data`. */
  create(uid: string, params: Params): Promise<Document>;
  /** Publishes if the row with this id is a published one. */
  update(uid: string, id: unknown, params: Params): Promise<Document | null>;
  delete(uid: string, id: unknown, params?: Params): Promise<Document | null>;
  decorate(): never;
}

export interface EntitiesDependencies {
  readonly schema: Schema;
  readonly documents: Documents;
  /** Returns the documents of a content-type, or throws. */
  readonly services: (uid: string) => DocumentService;
}

export function createEntityService(dependencies: EntitiesDependencies): EntityService {
  const { services } = dependencies;
  return {
    async findMany(uid, params) {
      const found = await services(uid).findMany(own(params));
      return dependencies.schema.contentTypes.get(uid)?.kind === 'singleType' ? (found[0] ?? null) : found;
    },
    findPage: (uid, params) => findPage(services(uid), readParams(params)),
    async findOne(uid, id, params) {
      const row = await rowOf(dependencies, uid, id);
      return row === null ? null : services(uid).findOne({ ...own(params), ...addressOf(row) });
    },
    count: (uid, params) => services(uid).count(own(params)),
    async create(uid, params) {
      const { data } = readParams(params);
      const isDraft = isPlainObject(data) && data['publishedAt'] === null;
      return services(uid).create({ data, status: isDraft ? 'draft' : 'published', ...own(params) });
    },
    async update(uid, id, params) {
      const row = await rowOf(dependencies, uid, id);
      if (row === null) return null;
      const { data } = readParams(params);
      return services(uid).update({ data, status: row.layer, ...own(params), ...addressOf(row) });
    },
    async delete(uid, id, params) {
      const row = await rowOf(dependencies, uid, id);
      if (row === null) return null;
      const { entries } = await services(uid).delete({ ...own(params), ...addressOf(row) });
      return entries.find((entry) => entry['id'] === row.id) ?? entries[0] ?? null;
    },
    decorate() {
      throw new Error('entityService.decorate is not offered: use strapi.documents.use');
    },
  };
}

/** The parameters that the document service has too. */
function own(params: unknown): Params {
  const {
    publicationState: _state,
    pagination: _pagination,
    documentId: _documentId,
    ...rest
  } = readParams(params);
  return rest;
}

const addressOf = ({ documentId, locale }: RowKey) => ({
  documentId,
  ...(locale !== undefined && { locale }),
});

async function findPage(service: DocumentService, params: Params): Promise<RowPage> {
  const page = Math.max(readNumber('page', params['page']) ?? 1, 1);
  const pageSize = Math.max(readNumber('pageSize', params['pageSize']) ?? 10, 1);
  const results = await service.findMany({ ...own(params), start: (page - 1) * pageSize, limit: pageSize });
  const total = await service.count(own(params));
  return { results, pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total } };
}

/** Null if there is no such row. */
async function rowOf(
  { schema, documents, services }: EntitiesDependencies,
  uid: string,
  id: unknown,
): Promise<RowKey | null> {
  services(uid);
  const type: ContentType | undefined = schema.contentTypes.get(uid);
  const number = typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id;
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw new AppError(
      failure(
        'QUERY.INVALID',
        `${JSON.stringify(id) ?? String(id)} is not the numeric id of a row: documents(${JSON.stringify(uid)}) takes documentIds`,
      ),
    );
  if (type === undefined) return permissionRow(services(uid), number);
  const query = {
    ...rowsOf(type),
    filters: equals('id', number),
    fields: keyFields(type),
    range: one,
    count: false,
  };
  const [row] = (await findAll(documents, query)).documents;
  return row === undefined ? null : keyOfRow(type, row);
}

/** Permissions are the only documents of which no store has rows. */
async function permissionRow(permissions: DocumentService, id: number): Promise<RowKey | null> {
  const found = await permissions.findFirst({ filters: { id }, fields: ['documentId'] });
  return found && { id, documentId: textOf(found['documentId']), layer: 'published' };
}

const one = { offset: 0, limit: 1 };
