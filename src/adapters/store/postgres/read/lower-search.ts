import type { TextSearch } from '../../../../domain/plan/text-search.js';
import type { ContentType, Scalar } from '../../../../domain/schema/schema.js';
import { columnName, tableName } from '../layout.js';
import { literal } from '../statement.js';
import { oneLocale, type Lowering, type RowScope } from './lowering.js';

interface LoweredSearch {
  readonly where: string;
  /** The rank of a row (`rankOf` in `domain/plan/text-search.ts`). */
  readonly rank: string;
}

/** So many versions count as having all words in one attribute. A word that more of them have says little about any. */
const maxRanked = 10_000;

/**
 * Lowers a search to sets of ids. The planner sees neither the words nor how many ids there are, so it always finds them in
 * the indexes of the attributes, and never computes the words of a text that an index has.
 */
export function lowerSearch(lowering: Lowering, scope: RowScope, search: TextSearch): LoweredSearch {
  const { words, attributes } = search;
  if (attributes.length === 0) return { where: 'false', rank: '0' };
  const terms = lowerTerms(lowering, scope, words);
  const holds = (attribute: Scalar, term: string): string =>
    `${wordsOfColumn(lowering, scope.type, attribute)} @@ ${term}`;
  const last = terms.parts.length - 1;
  const found = terms.parts.map(
    (term) => `(${attributes.map((attribute) => holds(attribute, term)).join(' OR ')})`,
  );
  const where = `${scope.alias}.id = ANY((SELECT ids FROM ${findIds(lowering, scope.type, found)})::bigint[])`;
  if (!search.ranked) return { where, rank: '0' };
  const ranks = attributes.flatMap((attribute) =>
    [terms.parts, [...terms.parts.slice(0, last), terms.whole]].map((parts) => {
      const conditions = parts.map((term) => holds(attribute, term));
      const ids = findIds(lowering, scope.type, conditions, ` LIMIT ${maxRanked}`);
      // A lookup in a hash table, whose size the planner need not know.
      const isRanked = `((${scope.alias}.id IN (SELECT unnest(${ids}.ids) FROM ${ids})) IS TRUE)`;
      return `${attribute.weight ?? 0} * ${isRanked}::integer`;
    }),
  );
  return { where, rank: `(${ranks.join(' + ')})` };
}

/** The queries for the words, each computed once, and that for the last one as a whole word. */
function lowerTerms(lowering: Lowering, scope: RowScope, words: readonly string[]) {
  const name = lowering.alias('terms');
  const locale = lowering.parameters.add(languageOf(lowering, scope), 'text');
  const term = (word: string, beginning: boolean): string =>
    `quire_terms(${locale}, ${lowering.parameters.add(word, 'text')}, ${beginning})`;
  const last = words.length - 1;
  const columns = words.map((word, index) => `${term(word, index === last)} AS w${index}`);
  columns.push(`${term(words[last] ?? '', false)} AS whole`);
  lowering.parts.push({ name, text: `MATERIALIZED (SELECT ${columns.join(', ')})` });
  const from = (column: string): string => `(SELECT ${column} FROM ${name})`;
  return { parts: words.map((_, index) => from(`w${index}`)), whole: from('whole') };
}

/** Where a search is in several locales, words have no stem in common. */
const languageOf = ({ schema }: Lowering, { type, context }: RowScope): string =>
  type.localized ? (oneLocale(context) ?? '') : schema.defaultLocale;

/** The expression that is indexed (`schema/wanted-tables.ts`). */
const wordsOfColumn = ({ schema }: Lowering, type: ContentType, attribute: Scalar): string =>
  `quire_words(${type.localized ? 's.locale' : literal(schema.defaultLocale)}, s.${columnName(attribute)})`;

/** Adds the ids of the rows that fulfil the conditions to the statement, as an array, and returns its name. */
function findIds(lowering: Lowering, type: ContentType, conditions: readonly string[], limit = ''): string {
  const name = lowering.alias('ids');
  const rows = `SELECT s.id FROM ${tableName(type)} s WHERE ${conditions.join(' AND ')}${limit}`;
  lowering.parts.push({ name, text: `MATERIALIZED (SELECT ARRAY(${rows}) AS ids)` });
  return name;
}
