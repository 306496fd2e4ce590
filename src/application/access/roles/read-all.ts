import { compare } from '../../../domain/query/compare.js';
import type { Principal } from '../../../domain/permission/permission.js';
import type { Filter, Query } from '../../../domain/query/query.js';
import { ok, type Result } from '../../../domain/result.js';
import type { Documents } from '../../documents/documents.js';
import type { Document } from '../../ports/document-store.js';

const page = 100;

/**
 * Returns all matching documents by ascending id, in pages, because there may be more than one answer may hold. Each
 * page begins after the last id, so that no document is skipped when others are deleted.
 */
export async function readAll(
  documents: Documents,
  principal: Principal,
  query: Pick<Query, 'type' | 'action' | 'fields' | 'filters' | 'populate'>,
): Promise<Result<readonly Document[]>> {
  const all: Document[] = [];
  for (;;) {
    const found = await documents.find(principal, {
      ...query,
      filters: after(all.at(-1), query.filters),
      range: { offset: 0, limit: page },
      count: false,
      layer: 'published',
    });
    if (!found.ok) return found;
    all.push(...found.value.answer.documents());
    if (found.value.answer.size < page) return ok(all);
  }
}

function after(last: Document | undefined, filters: Filter | undefined): Filter {
  const later = compare('id', '$gt', last?.['id'] ?? 0);
  return filters === undefined ? later : { kind: 'and', filters: [filters, later] };
}
