import type { Documents } from '../../../application/documents/documents.js';
import { codePrincipal, type Action, type Principal } from '../../../domain/permission/permission.js';
import { contentTypeOf, type ContentType } from '../../../domain/schema/schema.js';
import { decodePagination, pagingText, rangeOf } from '../../delivery/codec/pagination.js';
import { valueOf } from '../app-error.js';
import { createDocumentService, type DocumentService } from '../create-document-service.js';
import { paramsOf, readQuery } from '../read-document-params.js';
import type { Addressed, DeleteParams } from '../service-params.js';
import { documentsOf } from '../answered.js';
import { rightsOf } from './asker.js';
import type { Core } from './core.js';

type Params = Readonly<Record<string | symbol, unknown>>;

// Services have methods of any kind.
// oxlint-disable-next-line no-explicit-any
type Service = Record<string, any>;

/** Returns the service that every content-type has; the same object for each call. */
export function baseServiceOf(core: Core, uid: string): Service {
  const { services } = core.bases;
  const base = services.get(uid) ?? createBaseService(core, contentTypeOf(core.schema, uid));
  services.set(uid, base);
  return base;
}

function createBaseService(core: Core, type: ContentType): Service {
  const common = { getFetchParams: published };
  return type.kind === 'singleType'
    ? { ...singleService(core, type), ...common }
    : { ...collectionService(core, type), ...common };
}

/** Core services read and write published versions unless they are told otherwise. */
const published = (params: Params = {}): Params => ({ status: 'published', ...params });

function collectionService(core: Core, type: ContentType): Service {
  const as = (action: Action, params: Params): DocumentService =>
    documentsAs(core, type, rightsOf(core, params, type.uid, action));
  return {
    find: (params: Params = {}) => findPage(core, type, published(params)),
    findOne: (documentId: string, params: Params = {}) =>
      as('findOne', params).findOne({ ...published(params), documentId }),
    create: (params: Params = {}) => as('create', params).create(published(params) as never),
    update: (documentId: string, params: Params = {}) =>
      as('update', params).update({ ...published(params), documentId } as never),
    delete: (documentId: string, params: Params = {}) => remove(core, type, params, { documentId }),
  };
}

function singleService(core: Core, type: ContentType): Service {
  const as = (action: Action, params: Params): DocumentService =>
    documentsAs(core, type, rightsOf(core, params, type.uid, action));
  return {
    find: (params: Params = {}) => as('find', params).findFirst(published(params)),
    createOrUpdate: (params: Params = {}) => as('update', params).update(published(params) as never),
    delete: (params: Params = {}) => remove(core, type, params),
  };
}

async function findPage(core: Core, type: ContentType, params: Params) {
  const paging = valueOf(decodePagination(paramsOf({ pagination: params['pagination'] }), core.paging));
  const { count, estimates = false } = paging;
  const query = { ...readQuery(type, params, rangeOf(paging)), count, estimates };
  const found = valueOf(await core.documents.find(rightsOf(core, params, type.uid, 'find'), query));
  const pagination = JSON.parse(pagingText(paging, found.answer)) as object;
  return { results: documentsOf(found), pagination };
}

/** Counts what it deletes with the rights of the server, as who may delete a document need not be able to find it. */
async function remove(core: Core, type: ContentType, params: Params, address: Addressed = {}) {
  const { schema, documents } = core;
  const removing = actingAs(documents, rightsOf(core, params, type.uid, 'delete'));
  const service = createDocumentService({ schema, documents: { ...removing, find: documents.find } }, type);
  const { locale, ifMatch } = params as DeleteParams;
  const { entries } = await service.delete({ locale, ifMatch, fields: ['documentId'], ...address } as never);
  return { deletedEntries: entries.length };
}

/** The documents of a type with the rights of a principal. */
function documentsAs({ schema, documents }: Core, type: ContentType, principal: Principal): DocumentService {
  const own = principal === codePrincipal ? documents : actingAs(documents, principal);
  return createDocumentService({ schema, documents: own }, type);
}

const actingAs = (documents: Documents, principal: Principal): Documents => ({
  find: (_server, query) => documents.find(principal, query),
  findOne: (_server, query) => documents.findOne(principal, query),
  count: (_server, query) => documents.count(principal, query),
  aggregate: (_server, query) => documents.aggregate(principal, query),
  create: (_server, mutation) => documents.create(principal, mutation),
  writeAll: (_server, steps) => documents.writeAll(principal, steps),
  lock: (_server, mutations) => documents.lock(principal, mutations),
  checkLinks: (_server, type, input) => documents.checkLinks(principal, type, input),
  update: (_server, mutation) => documents.update(principal, mutation),
  publish: (_server, mutation) => documents.publish(principal, mutation),
  unpublish: (_server, mutation) => documents.unpublish(principal, mutation),
  discardDraft: (_server, mutation) => documents.discardDraft(principal, mutation),
  delete: (_server, mutation) => documents.delete(principal, mutation),
});
