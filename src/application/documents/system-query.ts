import { systemPrincipal, type Principal } from '../../domain/permission/permission.js';
import { compare } from '../../domain/query/compare.js';
import type { Filter, Query } from '../../domain/query/query.js';
import { ok, type Result } from '../../domain/result.js';
import type { Uid } from '../../domain/schema/schema.js';
import type { Document } from '../ports/document-store.js';
import type { Documents } from './use-cases.js';

/** What the server asks for; see `systemQuery`. */
type Asked = Partial<Omit<Query, 'type' | 'range'>> & { readonly limit?: number };

/**
 * Makes a query of the server's own, for what it has to know about documents: published ones in the default locale, the
 * first `limit` or all, without their total.
 */
export const systemQuery = (type: Query['type'], { limit, ...asked }: Asked = {}): Query => ({
  type,
  action: 'find',
  range: { offset: 0, limit: limit ?? null },
  count: false,
  layer: 'published',
  ...asked,
});

/** The same for one document. */
export const oneDocument = (
  type: Query['type'],
  documentId: string,
  fields?: readonly string[],
): Query & { readonly documentId: string } => ({
  ...systemQuery(type, { action: 'findOne', limit: 1, ...(fields && { fields }) }),
  documentId,
});

/**
 * Returns the server's own principal, limited to documents that match `filter` before and after the update. This makes
 * the update a compare-and-swap in the store's transaction. It fails with `DOCUMENT.NOT_FOUND` if the document does not
 * match.
 */
export const systemAbout = (type: Uid, filter: Filter): Principal => ({
  ...systemPrincipal,
  grants: {
    kind: 'listed',
    listed: new Map([[type, new Map([['update' as const, { fields: null, filter }]])]]),
  },
});

/** Finds documents with the permissions of the server itself. */
export async function findAsSystem(
  documents: Pick<Documents, 'find'>,
  type: Query['type'],
  asked?: Asked,
): Promise<Result<readonly Document[]>> {
  const found = await documents.find(systemPrincipal, systemQuery(type, asked));
  return found.ok ? ok(found.value.answer.documents()) : found;
}

const page = 100;

/**
 * Returns all matching documents by ascending id, in pages, because there may be more than one answer may hold. Each
 * page begins after the last id, so that no document is skipped when others are deleted.
 */
export async function readAll(
  documents: Pick<Documents, 'find'>,
  principal: Principal,
  { type, ...asked }: Pick<Query, 'type'> & Pick<Asked, 'action' | 'fields' | 'filters' | 'populate'>,
): Promise<Result<readonly Document[]>> {
  const all: Document[] = [];
  for (;;) {
    const filters = after(all.at(-1), asked.filters);
    const found = await documents.find(principal, systemQuery(type, { ...asked, filters, limit: page }));
    if (!found.ok) return found;
    all.push(...found.value.answer.documents());
    if (found.value.answer.size < page) return ok(all);
  }
}

function after(last: Document | undefined, filters: Filter | undefined): Filter {
  const later = compare('id', '$gt', last?.['id'] ?? 0);
  return filters === undefined ? later : { kind: 'and', filters: [filters, later] };
}
