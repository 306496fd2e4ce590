import type { Document } from '../../../application/ports/document-store.js';
import { failure } from '../../../domain/failure.js';
import type { Query, Range } from '../../../domain/query/query.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { AppError, valueOf } from '../app-error.js';
import type { DocumentService } from '../create-document-service.js';
import type { TransitionService } from '../create-transition-service.js';
import { readAnswer, readDocumentId, readQuery, readRange } from '../read-document-params.js';
import { affected } from '../answered.js';
import { giveGrant, readGrant, replaceGrant, takeGrant } from './change-grants.js';
import type { GrantRow } from './grant-rows.js';
import { findGrants, presentGrants, type PermissionsDependencies } from './permission-reads.js';
import { permissionType, withPermissions } from './permission-type.js';

const all: Range = { offset: 0, limit: null };
const one: Range = { offset: 0, limit: 1 };

/** The documents of permissions: the same grants as their rows (`createPermissionRows`). */
export function createPermissionDocuments(dependencies: PermissionsDependencies): DocumentService {
  const { type } = withPermissions(dependencies.schema);
  const find = async (params: unknown, range: Range, documentId?: string): Promise<readonly Document[]> => {
    const query = readQuery(type, params, range, documentId);
    return presentGrants(dependencies, await grantsOf(dependencies, query), query);
  };
  return {
    findMany: (params) => find(params, valueOf(readRange({ ...params }))),
    findFirst: async (params) => (await find(params, one))[0] ?? null,
    findOne: async (params) => (await find(params, one, readDocumentId(type, params)))[0] ?? null,
    count: async (params) => (await grantsOf(dependencies, readQuery(type, params, all))).length,
    clone: async () => {
      const message = `${permissionType} is a grant and cannot be copied: create one`;
      throw new AppError(failure('QUERY.INVALID', message));
    },
    ...createWrites(dependencies, type),
    // There are no drafts to publish.
    ...({} as TransitionService),
  };
}

/** The grants in the range of a query. */
async function grantsOf(dependencies: PermissionsDependencies, query: Query): Promise<readonly GrantRow[]> {
  const { offset, limit } = query.range;
  const found = await findGrants(dependencies, query);
  return found.slice(offset, limit === null ? undefined : offset + limit);
}

type Writes = Pick<DocumentService, 'create' | 'update' | 'delete'>;

function createWrites(dependencies: PermissionsDependencies, type: ContentType): Writes {
  const shown = async (grant: GrantRow, params: unknown): Promise<Document> =>
    (await presentGrants(dependencies, [grant], readAnswer(type, params)))[0] ?? grant.row;
  const addressed = async (params: unknown): Promise<GrantRow | undefined> => {
    const query = readQuery(type, {}, one, readDocumentId(type, params));
    return (await grantsOf(dependencies, query))[0];
  };
  return {
    create: async (params) =>
      shown(await giveGrant(dependencies, await readGrant(dependencies, params?.data)), params),
    async update(params) {
      const old = await addressed(params);
      return old === undefined ? null : shown(await replaceGrant(dependencies, old, params.data), params);
    },
    async delete(params) {
      const old = await addressed(params);
      if (old === undefined) return affected(readDocumentId(type, params), []);
      const entry = await shown(old, params);
      await takeGrant(dependencies, old);
      return affected(undefined, [entry]);
    },
  };
}
