import type { Documents } from '../../../application/documents/documents.js';
import type { Document } from '../../../application/ports/document-store.js';
import { codePrincipal } from '../../../domain/permission/permission.js';
import { compare } from '../../../domain/query/compare.js';
import type { Query } from '../../../domain/query/query.js';
import { AppError, valueOf } from '../app-error.js';
import { documentsOf } from '../answered.js';

/** A list, and the number of all matches if the query counts. */
export interface Found {
  readonly documents: readonly Document[];
  readonly total: number;
}

/**
 * Reads everything that a query asks for. App code has no page size, but one answer of the store is limited: a list that
 * exceeds it is read in parts, each of which is bounded.
 */
export async function findAll(documents: Documents, query: Query): Promise<Found> {
  const found = await documents.find(codePrincipal, query);
  if (found.ok) return { documents: documentsOf(found.value), total: found.value.answer.total ?? 0 };
  if (found.failure.code !== 'PLAN.TOO_LARGE' || query.range.limit === 1) throw new AppError(found.failure);
  const total = query.count ? valueOf(await documents.count(codePrincipal, query)) : 0;
  return { documents: await readParts(documents, { ...query, count: false }), total };
}

const firstPart = 1_000;

/** A part that is too large is read in smaller ones; a row that is too large by itself fails. */
async function readParts(documents: Documents, query: Query): Promise<readonly Document[]> {
  const all: Document[] = [];
  let size = firstPart;
  for (;;) {
    const limit = Math.min(size, (query.range.limit ?? Infinity) - all.length);
    const part = await documents.find(codePrincipal, partOf(query, all, limit));
    if (!part.ok && part.failure.code === 'PLAN.TOO_LARGE' && limit > 1) {
      size = Math.ceil(limit / 4);
      continue;
    }
    const rows = documentsOf(valueOf(part));
    for (const row of rows) all.push(row);
    if (rows.length < limit || all.length === query.range.limit) return all;
  }
}

/** Without an order, the next part begins after the last id; otherwise after as many rows as were read. */
function partOf(query: Query, read: readonly Document[], limit: number): Query {
  const last = read.at(-1)?.['id'];
  const { offset } = query.range;
  if ((query.sort?.length ?? 0) > 0) return { ...query, range: { offset: offset + read.length, limit } };
  if (last === undefined) return { ...query, range: { offset, limit } };
  const after = compare('id', '$gt', last);
  const filters =
    query.filters === undefined ? after : { kind: 'and' as const, filters: [query.filters, after] };
  return { ...query, filters, range: { offset: 0, limit } };
}
