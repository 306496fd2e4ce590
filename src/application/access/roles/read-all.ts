import { compare } from '../../../domain/query/compare.js';
import type { Principal } from '../../../domain/permission/permission.js';
import type { Filter, Query } from '../../../domain/query/query.js';
import { ok, type Result } from '../../../domain/result.js';
import type { Documents } from '../../documents/documents.js';
import type { Document } from '../../ports/document-store.js';

const page = 100;

/**
 * Every document that fits, by ascending ids. In pages, for there may be more of them than one answer may have; each
 * begins after the last id, so that nothing is passed over that is there all the while.
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
