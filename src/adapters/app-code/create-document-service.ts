import type { Documents } from '../../application/documents/documents.js';
import type { Document } from '../../application/ports/document-store.js';
import { systemPrincipal } from '../../domain/permission/permission.js';
import type { Range } from '../../domain/query/query.js';
import type { ContentType } from '../../domain/schema/schema.js';
import { valueOf } from './app-error.js';
import { createTransitionService, type TransitionService } from './create-transition-service.js';
import { createWriteService, type WriteService } from './create-write-service.js';
import type { Ask, ListParams, OneParams, ReadParams } from './document-params.js';
import { readDocumentId, readQuery } from './read-document-params.js';
import { readRange } from './read-range.js';

/**
 * The documents of one content-type, for the app's own code: no permission is asked, private attributes are there, and
 * every failure is thrown as an `AppError`. A status that is not given is `draft` where the type has draft & publish,
 * a locale that is not given the default one. A single type needs no documentId.
 */
export interface DocumentService extends WriteService, TransitionService {
  /** Every document that fits, unless `start`, `limit`, `page` or `pageSize` say which. */
  findMany(params?: ListParams): Promise<readonly Document[]>;
  findFirst(params?: ReadParams): Promise<Document | null>;
  findOne(params?: OneParams): Promise<Document | null>;
  count(params?: ReadParams): Promise<number>;
}

const none: Range = { offset: 0, limit: 0 };
const one: Range = { offset: 0, limit: 1 };

export function createDocumentService(documents: Documents, type: ContentType): DocumentService {
  const ask: Ask = async (params, range, documentId) => {
    const query = readQuery(type, params, range, documentId);
    return valueOf(await documents.find(systemPrincipal, query)).answer.documents();
  };
  return {
    findMany: (params) => ask(params, valueOf(readRange({ ...params }))),
    findFirst: async (params) => (await ask(params, one))[0] ?? null,
    findOne: async (params) => (await ask(params, one, readDocumentId(type, params)))[0] ?? null,
    count: async (params) => valueOf(await documents.count(systemPrincipal, readQuery(type, params, none))),
    ...createWriteService(documents, type, ask),
    ...createTransitionService(documents, type, ask),
  };
}
