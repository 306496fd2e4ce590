import { failure } from '../../../../domain/failure.js';
import type { Filter } from '../../../../domain/query/query.js';
import { reason } from '../../../../domain/reason/reason.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { Attribute } from '../../../../domain/schema/schema.js';
import { isSearched } from '../contract/searched.js';

/** In characters. */
const longestSearch = 200;

interface Filtered {
  readonly filters?: Filter | undefined;
}

/** Adds a search to what is asked for: of the short texts of these attributes, and of the documentId. */
export function withSearch<Asked extends Filtered>(
  query: Asked,
  attributes: readonly Attribute[],
  given: unknown,
): Result<Asked> {
  if (given === undefined || given === '') return ok(query);
  if (typeof given !== 'string' || given.length > longestSearch)
    return err(failure('QUERY.INVALID', reason('search.invalid'), { key: 'search' }));
  const any = searchFilter(attributes, given);
  const filters: Filter = query.filters ? { kind: 'and', filters: [query.filters, any] } : any;
  return ok({ ...query, filters });
}

function searchFilter(attributes: readonly Attribute[], value: string): Filter {
  const texts = attributes.filter(isSearched);
  const filters = texts.map(({ name }): Filter => ({
    kind: 'at',
    key: name,
    filter: { kind: 'compare', operator: '$containsi', value },
  }));
  const byId: Filter = { kind: 'at', key: 'documentId', filter: { kind: 'compare', operator: '$eq', value } };
  return { kind: 'or', filters: [...filters, byId] };
}
