import { failure } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import { deletedPage } from '../contract/limits.js';
import type { DeletedEntries } from '../contract/history.js';
import { typeIn } from './list.js';

/** The entries of a type that were deleted, a page of them. */
export async function listDeleted(
  { schema, history }: AdminDependencies,
  { principal, params, asked }: Call,
): Promise<Result<Reply<DeletedEntries>>> {
  const type = typeIn(schema, params['uid']);
  if (!type.ok) return type;
  const { page = '1' } = asked;
  if (typeof page !== 'string' || !/^[1-9]\d{0,5}$/.test(page))
    return err(failure('QUERY.INVALID', 'page is a number from 1 on', { key: 'page', source: 'query' }));
  const range = { offset: (Number(page) - 1) * deletedPage, limit: deletedPage };
  const found = await history.deleted(principal, type.value.uid, range);
  if (!found.ok) return found;
  const entries = found.value.entries.map((entry) => ({
    ...entry,
    by: { kind: entry.by.kind, name: entry.by.name },
  }));
  return ok({ data: { entries, hasMore: found.value.hasMore } });
}
