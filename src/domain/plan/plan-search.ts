import { isSearchable } from '../document/value.js';
import { failure } from '../failure.js';
import { compare } from '../query/compare.js';
import type { Filter, Query } from '../query/query.js';
import { err, ok, type Result } from '../result.js';
import type { Attribute } from '../schema/schema.js';
import { mayRead, type PlanningScope } from './planning-scope.js';
import { searchedAttributes, searchedLengthOf, wordsOf, type TextSearch } from './text-search.js';

const maxWords = 16;
const maxWordLength = 255;

/**
 * Plans the words that a client searches for; null: none. Fails with `QUERY.INVALID` for too many or too long words. A type
 * without searchable attributes has no words: see `containing`.
 */
export function planSearch(scope: PlanningScope, query: Query): Result<TextSearch | null> {
  const { search, sort = [] } = query;
  if (search === undefined || searchedAttributes(scope.owner).length === 0) return ok(null);
  if (search.length > (scope.limits.searchText ?? Infinity))
    return err(tooLong(`has more than ${scope.limits.searchText} characters`));
  const words = distinct(wordsOf(search));
  if (words.length === 0) return ok(null);
  if (words.length > maxWords) return err(tooLong(`has more than ${maxWords} words`));
  if (words.some(({ length }) => length > maxWordLength))
    return err(tooLong(`has a word with more than ${maxWordLength} characters`));
  const attributes = searchedAttributes(scope.owner).filter((one) => maySearch(scope, query, one));
  return ok({
    words,
    attributes,
    ranked: sort.length === 0,
    length: searchedLengthOf(scope.owner),
    ...(query.near === true && { near: true }),
  });
}

/** The filter of a search in a type without searchable attributes: any text that the caller may read contains it as it is. */
export function containing(scope: PlanningScope, query: Query): readonly Filter[] {
  const { search } = query;
  if (search === undefined || searchedAttributes(scope.owner).length > 0) return [];
  const read = [...scope.owner.attributes.values()].filter(
    (one) =>
      one.kind === 'scalar' &&
      !one.system &&
      !one.private &&
      isSearchable(one.type) &&
      maySearch(scope, query, one),
  );
  const filters = read.map(({ name }) => compare(name, '$containsi', search));
  return [filters.length === 0 ? compare('id', '$in', []) : { kind: 'or', filters }];
}

const maySearch = (scope: PlanningScope, { unsearched = [] }: Query, attribute: Attribute): boolean =>
  mayRead(scope, attribute) && !unsearched.includes(attribute.name);

const tooLong = (why: string) =>
  failure('QUERY.INVALID', `The text to search for with _q ${why}`, {
    key: '_q',
    source: 'query',
    param: '_q',
  });

/** The last one stays where it is, because it may be the beginning of a longer word. */
const distinct = (words: readonly string[]): readonly string[] =>
  words.filter((word, index) => words.lastIndexOf(word) === index);
