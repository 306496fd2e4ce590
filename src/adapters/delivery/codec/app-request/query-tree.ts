import qs from 'qs';
import { failure } from '../../../../domain/failure.js';
import { parseQueryText } from '../parse-query-text.js';
import { Refusal } from '../refusal.js';

/** A query string as the app's own code looks at it. */
export type QueryTree = Record<string, unknown>;

export function readQuery(text: string): QueryTree {
  const params = parseQueryText(text);
  if (!params.ok) throw new Refusal(params.failure);
  // A copy, with the prototypes that other people's code expects.
  return structuredClone(params.value) as QueryTree;
}

/** An empty list is kept: it matches nothing, where no list would match everything. */
export const printQuery = (query: QueryTree): string =>
  qs.stringify(query, { strictNullHandling: true, allowEmptyArrays: true });

/** Printed, a key with brackets could be read as something else: as a filter beside those that a policy set. */
export function refuseBrackets(tree: unknown): void {
  if (typeof tree !== 'object' || tree === null) return;
  for (const [key, member] of Object.entries(tree)) {
    if (/[[\]]/.test(key))
      throw new Refusal(
        failure('QUERY.INVALID_KEY', `Invalid key ${key}`, { key, path: null, source: 'query' }),
      );
    refuseBrackets(member);
  }
}
