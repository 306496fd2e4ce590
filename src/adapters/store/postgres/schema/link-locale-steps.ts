import { literal } from '../statement.js';
import { keyColumn, linkColumns, otherSide, quote } from '../layout.js';
import { counted, endChange, fill, linkChange, type Change } from './option-change.js';
import type { Match } from './match-tables.js';
import type { Check, Step } from './step.js';
import type { LinkOrigin } from '../../../../domain/schema/origin.js';

type Side = 'source' | 'target';

/**
 * What switched locales mean for links, whose ends name a locale or not (`LinkEnd.localized`). An end that begins to
 * name one takes that of the other end, or the default one; a list that all locales shared becomes one for each.
 */
export function linkLocaleSteps(
  match: Match,
  matches: readonly Match[],
  defaultLocale: string,
): readonly Step[] {
  const change = linkChange(match);
  if (change === undefined) return [];
  return (['source', 'target'] as const).flatMap((side) => {
    const end = endChange(change, side, matches);
    const before = namedBefore(change, side, end?.change.before.localized ?? false);
    const after = change.after[side].localized ?? false;
    if (before === after || end === undefined) return [];
    const { before: typeBefore, after: typeAfter } = end.change;
    const typeStays = typeBefore.localized && typeAfter.localized;
    if (after) return typeStays ? [spread(match, side, end.match)] : [name(match, side, defaultLocale)];
    return typeStays ? [join(match, side, end.match)] : [unname(match, side, change, defaultLocale)];
  });
}

/** Before it was written down, the source named the locale of its type, the target none. */
const namedBefore = ({ before }: Change<LinkOrigin>, side: Side, typeLocalized: boolean): boolean =>
  before[side].localized ?? (side === 'source' && typeLocalized);

function name(match: Match, side: Side, defaultLocale: string): Step {
  const own = linkColumns[side].locale;
  const other = linkColumns[otherSide(side)].locale;
  return fill(match, `Links of "${match.table.name}" name the locale of their ${side}.`, [
    `UPDATE ${quote(match.table.name)} SET ${own} = coalesce(nullif(${other}, ''), ${literal(defaultLocale)}) WHERE ${own} = ''`,
  ]);
}

/** Where the other end still names one, links of all its locales stay; otherwise those of the default one. */
function unname(match: Match, side: Side, { after }: Change<LinkOrigin>, defaultLocale: string): Step {
  const own = linkColumns[side].locale;
  const all = after[otherSide(side)].localized === true;
  const checks = after[side].many || !all ? [] : [oneEach(match, side)];
  const statement = `UPDATE ${quote(match.table.name)} SET ${own} = '' WHERE ${all ? `${own} <> ''` : `${own} = ${literal(defaultLocale)}`}`;
  const message = `Links of "${match.table.name}" hold for their ${side} as a whole.`;
  return fill(match, message, [statement], checks);
}

/** Links of several locales cannot all be the one that a document may have. */
function oneEach({ table, stored }: Match, side: Side): Check {
  const own = linkColumns[side].document;
  const several = (['draft', 'published'] as const)
    .map((layer) => `count(${keyColumn(layer, side)}) > 1`)
    .join(' OR ');
  return {
    text: `SELECT count(*) AS count, min(document) AS example FROM (
      SELECT ${own} AS document FROM ${quote(stored?.name ?? '')} GROUP BY 1 HAVING ${several}) crowded`,
    refusal: ({ count, example }) =>
      `Locales cannot be turned off for the ${side} of "${table.name}": ${counted(count, 'document leads', 'documents lead')} to another one in each locale, for example "${example}". ` +
      'Disconnect all but one of them first, with the former schema.',
  };
}

/** One list for all locales becomes one for each locale that the document has. */
function spread(match: Match, side: Side, type: Match): Step {
  const { table } = match;
  const own = linkColumns[side];
  const copied = table.columns
    .map((column) => column.name)
    .filter((column) => column !== 'id' && column !== own.locale);
  const columns = copied.map(quote).join(', ');
  const values = copied.map((column) => `l.${quote(column)}`).join(', ');
  return fill(match, `Links of "${table.name}" are those of each locale.`, [
    `INSERT INTO ${quote(table.name)} (${columns}, ${own.locale}) SELECT ${values}, v.locale FROM ${quote(table.name)} l
      JOIN (SELECT DISTINCT document_id, locale FROM ${quote(type.table.name)}) v ON v.document_id = l.${own.document}
      WHERE l.${own.locale} = '' ORDER BY l.id`,
    `DELETE FROM ${quote(table.name)} WHERE ${own.locale} = ''`,
  ]);
}

/** A list for each locale becomes one for all: they must be the same. */
function join(match: Match, side: Side, type: Match): Step {
  const { table, stored } = match;
  const own = linkColumns[side];
  const other = linkColumns[otherSide(side)];
  const now = quote(stored?.name ?? '');
  const keys = (['draft', 'published'] as const).map((layer) => keyColumn(layer, side));
  const lists = keys.map(
    (key) => `string_agg(${other.document}, ' ' ORDER BY ${key}, id) FILTER (WHERE ${key} IS NOT NULL)`,
  );
  const check: Check = {
    text: `SELECT count(*) AS count, min(document) AS example FROM (
      SELECT l.document FROM (SELECT ${own.document} AS document, ${own.locale} AS locale, ${lists[0]} AS draft, ${lists[1]} AS published
          FROM ${now} GROUP BY 1, 2) l
        JOIN (SELECT document_id, count(DISTINCT locale) AS locales FROM ${quote(type.stored?.name ?? '')} GROUP BY 1) v ON v.document_id = l.document
      GROUP BY l.document, v.locales
      HAVING count(DISTINCT (coalesce(draft, ''), coalesce(published, ''))) > 1 OR count(*) < v.locales) differing`,
    refusal: ({ count, example }) =>
      `"${table.name}" cannot be one list for all locales: it differs between the locales of ${counted(count, 'document', 'documents')}, for example of "${example}". ` +
      'Make them the same first, with the former schema.',
  };
  const kept = `SELECT ${own.document} AS document, min(${own.locale}) AS locale FROM ${quote(table.name)} GROUP BY 1`;
  return fill(
    match,
    `Links of "${table.name}" hold for all locales.`,
    [
      `DELETE FROM ${quote(table.name)} l USING (${kept}) k WHERE l.${own.document} = k.document AND l.${own.locale} <> k.locale`,
      `UPDATE ${quote(table.name)} SET ${own.locale} = ''`,
    ],
    [check],
  );
}
