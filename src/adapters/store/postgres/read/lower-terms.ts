import { nearWords } from '../../../../domain/plan/near-words.js';
import type { TextSearch } from '../../../../domain/plan/text-search.js';
import type { Scalar } from '../../../../domain/schema/schema.js';
import { columnOf, quote, tableName } from '../layout.js';
import { searchedColumns, wordsOf } from '../searched-columns.js';
import { literal } from '../statement.js';
import { oneLocale, type Lowering, type RowScope } from './lowering.js';

/** Conditions on the row `s`, which the index of words serves. Their queries are computed once for a statement. */
interface LoweredTerms {
  /** It has all words, each in any of the attributes. */
  readonly holdsAll: string;
  /** The same, and the last of them as a whole one. */
  readonly holdsAllWhole: string;
  /** Whether an attribute has all words, and whether it has the last of them as a whole one, by attribute. */
  readonly holdsIn: readonly { readonly attribute: Scalar; readonly all: string; readonly whole: string }[];
  /** It has the word without a typing error, for each; empty where no words have some. */
  readonly holdsExactly: readonly string[];
}

export function lowerTerms(lowering: Lowering, scope: RowScope, search: TextSearch): LoweredTerms {
  const { words, attributes, near = false } = search;
  const columns = searchedColumns(scope.type);
  const placesOf = (searched: readonly Scalar[]): string =>
    `'{${searched.map((one) => columns.indexOf(columnOf(one))).join(',')}}'::integer[]`;
  const content = wordsOfRow(lowering, scope);
  const forms = lowerForms(lowering, scope, search, placesOf(attributes));
  const last = words.length - 1;
  const term = (places: string, index: number, beginning: boolean): string =>
    `quire_placed_terms(${places}, f.w${index}, f.s${index}, ${beginning})`;
  const all = (searched: readonly Scalar[], beginning: boolean): string =>
    words.map((_, index) => term(placesOf(searched), index, beginning && index === last)).join(' && ');
  const queries = [
    all(attributes, true),
    all(attributes, false),
    ...attributes.flatMap((one) => [all([one], true), all([one], false)]),
    ...(near
      ? words.map(
          (_, index) =>
            `quire_placed_terms(${placesOf(attributes)}, f.w${index}[1:1], f.s${index}, ${index === last})`,
        )
      : []),
  ];
  const name = lowering.alias('terms');
  const selected = queries.map((query, index) => `${query} AS q${index}`).join(', ');
  lowering.parts.push({ name, text: `MATERIALIZED (SELECT ${selected} FROM ${forms} f)` });
  const [holdsAll = '', holdsAllWhole = '', ...others] = queries.map(
    (_, index) => `${content} @@ (SELECT q${index} FROM ${name})`,
  );
  return {
    holdsAll,
    holdsAllWhole,
    holdsIn: attributes.map((attribute, index) => ({
      attribute,
      all: others[2 * index] ?? '',
      whole: others[2 * index + 1] ?? '',
    })),
    holdsExactly: others.slice(2 * attributes.length),
  };
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
    // What splits into several has no stem.
    const stem = `CASE WHEN cardinality(quire_stems(${locale}, ${word})) = 1 THEN quire_stems(${locale}, ${word}) END`;
    return `ARRAY[${word}]${known} AS w${index}, ${stem} AS s${index}`;
  });
  const name = lowering.alias('forms');
  lowering.parts.push({ name, text: `MATERIALIZED (SELECT ${forms.join(', ')})` });
  return name;
}

/**
 * Appends the words near a word. Of several hundred, the index has a few, and only these are looked for further on. The limit
 * leaves the planner no reason to read the table instead of the index.
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
  const query = `quire_placed_terms(${places}, ARRAY[n.word], NULL, ${beginning})`;
  const holds = `${wordsOfRow(lowering, scope)} @@ ${query}`;
  const rows = `SELECT s.id FROM ${tableName(scope.type)} s WHERE ${holds} LIMIT 1000`;
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
