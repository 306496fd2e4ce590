import { nearWords } from '../../../../domain/plan/near-words.js';
import type { TextSearch } from '../../../../domain/plan/text-search.js';
import type { Scalar } from '../../../../domain/schema/schema.js';
import { columnOf, quote, tableName } from '../layout.js';
import { searchedColumns, wordsOf } from '../searched-columns.js';
import { literal } from '../statement.js';
import { oneLocale, type Lowering, type RowScope } from './lowering.js';

/** Conditions on the row `s`, which the index of words serves. Their queries are computed once for a statement. */
interface LoweredTerms {
  /** All words are in the attributes, each in any of them. */
  readonly inAll: LoweredForms;
  /** All words are in the attribute, for each. */
  readonly inEach: readonly (LoweredForms & { readonly attribute: Scalar })[];
  /** It has the word without a typing error, for each; empty where no words have some. */
  readonly holdsExactly: readonly string[];
}

/** The forms of the last word: `whole`, only `longer` words that begin with it, or `any` of both. */
interface LoweredForms {
  readonly any: string;
  readonly whole: string;
  readonly longer: string;
}

export function lowerTerms(lowering: Lowering, scope: RowScope, search: TextSearch): LoweredTerms {
  const { words, attributes, near = false } = search;
  const places = placesOf(scope, attributes);
  const forms = lowerForms(lowering, scope, search, places);
  // Each is made if something needs it.
  const holds = (query: string): string => {
    const name = lowering.alias('quire_terms');
    lowering.parts.push({ name, text: `MATERIALIZED (SELECT ${query} AS q FROM ${forms} f)` });
    return `${wordsOfRow(lowering, scope)} @@ (SELECT q FROM ${name})`;
  };
  const last = words.length - 1;
  const formsIn = (searched: readonly Scalar[]): LoweredForms => {
    const term = (index: number, beginning: boolean): string =>
      `quire_search_terms(${placesOf(scope, searched)}, f.w${index}, f.s${index}, ${beginning})`;
    const all = (beginning: boolean): string =>
      words.map((_, index) => term(index, beginning && index === last)).join(' && ');
    return {
      any: holds(all(true)),
      whole: holds(all(false)),
      longer: holds(`${all(true)} && !! ${term(last, false)}`),
    };
  };
  return {
    inAll: formsIn(attributes),
    inEach: attributes.map((attribute) => ({ attribute, ...formsIn([attribute]) })),
    holdsExactly: near
      ? words.map((_, index) =>
          holds(`quire_search_terms(${places}, f.w${index}[1:1], f.s${index}, ${index === last})`),
        )
      : [],
  };
}

/** The places of attributes in the index. */
function placesOf({ type }: RowScope, attributes: readonly Scalar[]): string {
  const columns = searchedColumns(type);
  return `'{${attributes.map((one) => columns.indexOf(columnOf(one))).join(',')}}'::integer[]`;
}

/**
 * Adds a row to the statement with the forms in which the index may have each word: `w0`, it and the words near it, and `s0`,
 * its stem. Returns its name.
 */
function lowerForms(
  lowering: Lowering,
  scope: RowScope,
  { words, near }: TextSearch,
  places: string,
): string {
  const locale = lowering.parameters.add(languageOf(lowering, scope), 'text');
  const forms = words.map((each, index) => {
    const word = lowering.parameters.add(each, 'text');
    const isLast = index === words.length - 1;
    const known = near === true ? lowerNear(lowering, scope, each, places, isLast) : '';
    return `ARRAY[${word}]${known} AS w${index}, ${stemOf(locale, word)} AS s${index}`;
  });
  const name = lowering.alias('quire_forms');
  lowering.parts.push({ name, text: `MATERIALIZED (SELECT ${forms.join(', ')})` });
  return name;
}

/** The stem of a word, in an array. What splits into several has none. */
const stemOf = (locale: string, word: string): string =>
  `CASE WHEN cardinality(quire_stems(${locale}, ${word})) = 1 THEN quire_stems(${locale}, ${word}) END`;

/**
 * Appends the words near a word. Of several hundred, the index has a few, and only these are looked for further on.
 */
function lowerNear(
  lowering: Lowering,
  scope: RowScope,
  word: string,
  places: string,
  beginning: boolean,
): string {
  const list = nearWords(word);
  if (list.length === 0) return '';
  const query = `quire_search_terms(${places}, ARRAY[n.word], NULL, ${beginning})`;
  const holds = `${wordsOfRow(lowering, scope)} @@ ${query}`;
  const rows = `SELECT s.id FROM ${tableName(scope.type)} s WHERE ${holds} LIMIT 1`;
  const words = `unnest(${lowering.parameters.add(list, 'text[]')}) n(word)`;
  return ` || ARRAY(SELECT n.word FROM ${words} WHERE cardinality(ARRAY(${rows})) > 0)`;
}

/** Where a search is in several locales, words have no stem in common. */
const languageOf = ({ schema }: Lowering, { type, context }: RowScope): string =>
  type.localized ? (oneLocale(context) ?? '') : schema.defaultLocale;

/** The expression that is indexed (`schema/wanted-tables.ts`), of the row `s`. */
const wordsOfRow = ({ schema }: Lowering, { type }: RowScope): string =>
  wordsOf(
    type.localized ? 's.locale' : literal(schema.defaultLocale),
    searchedColumns(type).map((column) => `s.${quote(column)}`),
  );
