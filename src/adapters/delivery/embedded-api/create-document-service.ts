import type { Documents } from '../../../application/documents/documents.js';
import type { Document } from '../../../application/ports/document-store.js';
import { failure } from '../../../domain/failure.js';
import { systemPrincipal } from '../../../domain/permission/permission.js';
import type { Query, Range } from '../../../domain/query/query.js';
import type { Result } from '../../../domain/result.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { decodeAsked, decodeSelection } from '../codec/decode-query.js';
import type { ParamRecord } from '../codec/param.js';
import { AppError, valueOf } from './app-error.js';
import { isPlain, paramsOf } from './param-of.js';
import { readRange } from './read-range.js';

/** What to read, in the syntax that REST has in its address, as JavaScript values. */
export interface ReadParams {
  readonly filters?: unknown;
  readonly fields?: unknown;
  readonly populate?: unknown;
  readonly sort?: unknown;
  readonly status?: 'draft' | 'published';
  readonly locale?: string;
}

export interface ListParams extends ReadParams {
  readonly start?: number;
  readonly limit?: number;
  readonly page?: number;
  readonly pageSize?: number;
  readonly pagination?: Pick<ListParams, 'start' | 'limit' | 'page' | 'pageSize'>;
}

export type OneParams = ReadParams & { readonly documentId: string };

export type CreateParams = Omit<ReadParams, 'filters' | 'sort'> & { readonly data: unknown };

/**
 * The documents of one content-type, for the app's own code: no permission is asked, private attributes are there, and
 * every failure is thrown as an `AppError`. A status that is not given is `draft` where the type has draft & publish.
 */
export interface DocumentService {
  /** Every document that fits, unless `start`, `limit`, `page` or `pageSize` say which. */
  findMany(params?: ListParams): Promise<readonly Document[]>;
  findFirst(params?: ReadParams): Promise<Document | null>;
  findOne(params: OneParams): Promise<Document | null>;
  create(params: CreateParams): Promise<Document>;
  /** Changes what `data` names. Null where there is no such document. */
  update(params: CreateParams & { readonly documentId: string }): Promise<Document | null>;
  /** What was deleted: no entries where there was no such document. */
  delete(params: OneParams): Promise<{ readonly documentId: string; readonly entries: readonly Document[] }>;
  count(params?: ReadParams): Promise<number>;
}

export function createDocumentService(documents: Documents, type: ContentType): DocumentService {
  const ask = async (params: unknown, range: Range, documentId?: string): Promise<readonly Document[]> => {
    const query = { ...readQuery(type, params, range), ...(documentId !== undefined && { documentId }) };
    return valueOf(await documents.find(systemPrincipal, query)).answer.documents();
  };
  const findOne = async (params: unknown): Promise<Document | null> =>
    (await ask(params, { offset: 0, limit: 1 }, documentIdOf(params)))[0] ?? null;
  return {
    findMany: (params) => ask(params, valueOf(readRange({ ...params }))),
    findFirst: async (params) => (await ask(params, { offset: 0, limit: 1 }))[0] ?? null,
    findOne,
    count: async (params) =>
      valueOf(await documents.count(systemPrincipal, readQuery(type, params, { offset: 0, limit: 0 }))),
    create: async (params) => {
      const mutation = { kind: 'create', ...writeOf(type, params) } as const;
      return onlyOne(valueOf(await documents.create(systemPrincipal, mutation)));
    },
    update: async (params) => {
      const mutation = {
        kind: 'update',
        documentId: documentIdOf(params),
        ...writeOf(type, params),
      } as const;
      const updated = orNull(await documents.update(systemPrincipal, mutation));
      return updated && onlyOne(updated);
    },
    delete: async (params) => {
      const documentId = documentIdOf(params);
      const mutation = { kind: 'delete', documentId, ...targetOf(type, readParams(type, params)) } as const;
      const found = await findOne(params);
      valueOf(await documents.delete(systemPrincipal, mutation));
      return { documentId, entries: found === null ? [] : [found] };
    },
  };
}

function readQuery(type: ContentType, params: unknown, range: Range): Query {
  const said = readParams(type, params);
  const asked = valueOf(decodeAsked(said));
  const selection = valueOf(decodeSelection(said, true));
  return { type: type.uid, action: 'find', range, count: false, ...asked, ...selection };
}

function readParams(type: ContentType, params: unknown): ParamRecord {
  const said = paramsOf(params);
  return type.draftAndPublish && said['status'] === undefined ? { ...said, status: 'draft' } : said;
}

/** What creating and updating have in common. `data` is read as a body, not as parameters. */
function writeOf(type: ContentType, params: unknown) {
  const { data, ...rest } = (params ?? {}) as Record<string, unknown>;
  if (!isPlain(data))
    throw new AppError(failure('INPUT.INVALID', 'data is missing, or no object', { key: 'data' }));
  const said = readParams(type, rest);
  const answer = valueOf(decodeSelection(said, false));
  return { ...targetOf(type, said), data: bodyOf(data), answer };
}

function targetOf(type: ContentType, said: ParamRecord) {
  const { layer, locale } = valueOf(decodeAsked(said));
  if (locale === undefined) return { type: type.uid, layer };
  if (typeof locale === 'string') return { type: type.uid, layer, locale };
  throw new AppError(failure('QUERY.INVALID', 'Invalid locale. Expected one locale code', { key: 'locale' }));
}

/** As it would have come over HTTP: dates are text, what is undefined was not sent. */
const bodyOf = (data: object): unknown =>
  JSON.parse(
    JSON.stringify(data, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  );

function documentIdOf(params: unknown): string {
  const { documentId } = (params ?? {}) as Record<string, unknown>;
  if (typeof documentId === 'string' && documentId !== '') return documentId;
  throw new AppError(failure('QUERY.INVALID', 'documentId is missing', { key: 'documentId' }));
}

const orNull = <T>(result: Result<T>): T | null =>
  !result.ok && result.failure.code === 'DOCUMENT.NOT_FOUND' ? null : valueOf(result);

function onlyOne({ answer }: { answer: { documents(): readonly Document[] } }): Document {
  const [document] = answer.documents();
  if (document === undefined) throw new Error('a write answered no document');
  return document;
}
