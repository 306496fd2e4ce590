import { aggregateFunctions, type AggregateQuery, type GroupBy } from '../../../domain/query/aggregate.js';
import { ok, type Result } from '../../../domain/result.js';
import type { Uid } from '../../../domain/schema/schema.js';
import { decodeFields } from './decode-fields.js';
import { decodeFilters } from './decode-filters.js';
import { decodeQuery } from './decode-query.js';
import { decodePagination, rangeOf, type NumberedPaging, type PagingLimits } from './pagination.js';
import type { ParamRecord } from './param.js';
import { parseQueryText } from './parse-query-text.js';
import { invalidParam } from './query-failures.js';

export interface DecodedAggregate {
  readonly query: AggregateQuery;
  readonly paging: NumberedPaging;
}

const parameters: readonly string[] = [
  'count',
  ...aggregateFunctions,
  'groupBy',
  'filters',
  'having',
  'sort',
  'pagination',
  'locale',
  'status',
  'publicationFilter',
  'hasPublishedVersion',
];

/** Decodes the query string of an aggregate (docs/aggregates.md). Without a function, it counts. */
export function decodeAggregate(type: Uid, text: string, limits: PagingLimits): Result<DecodedAggregate> {
  const params = parseQueryText(text);
  if (!params.ok) return params;
  const stranger = Object.keys(params.value).find((key) => !parameters.includes(key));
  if (stranger !== undefined)
    return invalidParam(
      `Unknown parameter ${stranger}; there are: ${parameters.join(', ')}`,
      stranger,
      stranger,
    );
  const paging = decodePagination(params.value, limits);
  if (!paging.ok) return paging;
  const range = rangeOf(paging.value);
  const list = decodeQuery({ type, action: 'find', range, count: false }, params.value);
  if (!list.ok) return list;
  const computed = decodeComputed(params.value);
  if (!computed.ok) return computed;
  const groupFilters = params.value['having'];
  const having = groupFilters === undefined ? ok(undefined) : decodeFilters(groupFilters, 'having');
  if (!having.ok) return having;
  const { layer, locale, publication, filters, sort } = list.value;
  const query: AggregateQuery = {
    type,
    layer,
    range,
    ...computed.value,
    ...(locale !== undefined && { locale }),
    ...(publication !== undefined && { publication }),
    ...(filters !== undefined && { filters }),
    ...(sort !== undefined && { sort }),
    ...(having.value !== undefined && { having: having.value }),
  };
  return ok({ query, paging: paging.value });
}

type Computed = Pick<AggregateQuery, 'showsCount' | 'values' | 'groupBy'>;

function decodeComputed(params: ParamRecord): Result<Computed> {
  const { count } = params;
  if (count !== undefined && count !== '*')
    return invalidParam('Invalid count. Expected *', 'count', 'count');
  const values: AggregateQuery['values'][number][] = [];
  for (const name of aggregateFunctions) {
    const attributes = decodeNames(params, name);
    if (!attributes.ok) return attributes;
    values.push(...attributes.value.map((attribute) => ({ function: name, attribute })));
  }
  const keys = decodeNames(params, 'groupBy');
  if (!keys.ok) return keys;
  const groupBy = keys.value.map(groupByOf);
  return ok({ showsCount: count !== undefined || values.length === 0, values, groupBy });
}

/** `sold` or `sold:month`. */
export function groupByOf(key: string): GroupBy {
  const [attribute = '', ...part] = key.split(':');
  return part.length === 0 ? { attribute } : { attribute, part: part.join(':') };
}

/** Decodes `price,cost`, a list of these, or nothing. */
function decodeNames(params: ParamRecord, name: string): Result<readonly string[]> {
  const raw = params[name];
  if (raw === undefined) return ok([]);
  const names = decodeFields(raw, name);
  return names.ok ? ok(names.value ?? []) : names;
}
