import type { Access } from '../../../application/access/access.js';
import type { Document } from '../../../application/ports/document-store.js';
import type { Log } from '../../../application/ports/log.js';
import { compare } from '../../../domain/query/compare.js';
import type { PopulateMember, Query, Range, Selection } from '../../../domain/query/query.js';
import { roleType } from '../../../domain/schema/built-in-uids.js';
import { contentTypeOf } from '../../../domain/schema/schema.js';
import { findAll } from './find-all.js';
import { grantRowsOf, type GrantRow } from './grant-rows.js';
import { withPermissions } from './permission-type.js';
import { presentRow } from './present-rows.js';
import { readNumber, readRange, readSelection, shownIn } from './read-selection.js';
import { rowsOf } from './row-keys.js';
import type { Params, RowReads, RowsDependencies } from './row-query.js';
import { selectGrants } from './select-grants.js';

export interface PermissionsDependencies extends RowsDependencies {
  readonly access: Pick<Access, 'grants' | 'grant' | 'revoke'>;
  readonly log: Log;
}

export interface PermissionReads extends RowReads {
  present(grants: readonly GrantRow[], params: Params): Promise<readonly Document[]>;
}

export function createPermissionReads(dependencies: PermissionsDependencies): PermissionReads {
  const { schema, type } = withPermissions(dependencies.schema);
  const present: PermissionReads['present'] = async (grants, params) => {
    const shown = shownIn(schema, type, params);
    const documents = await presentGrants(dependencies, grants, shown);
    return documents.map((document) => presentRow(document, shown));
  };
  const page = async (params: Params, range: Range) => {
    const all = await grantsOfRows(dependencies, params);
    const end = range.limit === null ? undefined : range.offset + range.limit;
    return { rows: await present(all.slice(range.offset, end), params), total: all.length };
  };
  return {
    present,
    findMany: async (params = {}) => (await page(params, readRange(params))).rows,
    findOne: async (params = {}) =>
      (await page(params, { offset: readRange(params).offset, limit: 1 })).rows[0] ?? null,
    count: async (params = {}) => (await grantsOfRows(dependencies, params)).length,
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

/** Grants as documents, with their roles if these are populated. */
export async function presentGrants(
  dependencies: PermissionsDependencies,
  grants: readonly GrantRow[],
  shown: Selection,
): Promise<readonly Document[]> {
  const roles = await rolesOf(dependencies, grants, roleMember(shown));
  return grants.map(({ row, role }) => ({
    ...chosen(row, shown),
    ...(roles && { role: roles.get(role['id'] as number) ?? null }),
  }));
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

export function grantsOfRows(
  dependencies: PermissionsDependencies,
  params: Params,
): Promise<readonly GrantRow[]> {
  const { schema, type } = withPermissions(dependencies.schema);
  const { filters, sort } = readSelection(schema, type, params);
  return findGrants(dependencies, { ...(filters && { filters }), ...(sort && { sort }) });
}

/** The grants that match, in their order, without the range. */
export async function findGrants(
  dependencies: PermissionsDependencies,
  asked: Partial<Query>,
): Promise<readonly GrantRow[]> {
  const { schema, type } = withPermissions(dependencies.schema);
  const rows = await grantRowsOf(dependencies.schema, dependencies.documents, dependencies.access);
  const query = { ...asked, ...rowsOf(type), range: { offset: 0, limit: null }, count: false };
  return selectGrants(schema, rows, query);
}
