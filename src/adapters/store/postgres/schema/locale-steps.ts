import { literal } from '../statement.js';
import { quote } from '../layout.js';
import { counted, fill, typeChange } from './option-change.js';
import type { Match } from './match-tables.js';
import { itemContent, holdsItems } from './item-content.js';
import type { ComponentShapes } from './shape.js';
import type { Check, Step } from './step.js';

/** Locales, switched on or off for a content-type, or for one of its attributes, that has rows. */
export function localeSteps(match: Match, shapes: ComponentShapes, defaultLocale: string): readonly Step[] {
  const change = typeChange(match);
  if (change === undefined) return [];
  const { before, after } = change;
  if (!before.localized) return after.localized ? [addLocale(match, defaultLocale)] : [];
  return after.localized ? sharedSteps(match, shapes) : [removeLocale(match, defaultLocale)];
}

function addLocale(match: Match, locale: string): Step {
  return fill(match, `Documents of "${match.table.name}" get the locale "${locale}".`, [
    `UPDATE ${quote(match.table.name)} SET locale = ${literal(locale)} WHERE locale = ''`,
  ]);
}

function removeLocale(match: Match, locale: string): Step {
  const { table, stored } = match;
  const check: Check = {
    text: `SELECT count(*) AS count, min(document_id) AS example FROM ${quote(stored?.name ?? '')} WHERE locale NOT IN ('', ${literal(locale)})`,
    refusal: ({ count, example }) =>
      `Locales cannot be turned off for "${table.name}": ${counted(count, 'version is', 'versions are')} not in "${locale}", for example of document "${example}". ` +
      'Delete these translations first.',
  };
  const statement = `UPDATE ${quote(table.name)} SET locale = '' WHERE locale <> ''`;
  return fill(match, `Documents of "${table.name}" have no locale any more.`, [statement], [check]);
}

/** Attributes that had a value for each locale and are to have one for all: the values must be the same. */
function sharedSteps(match: Match, shapes: ComponentShapes): readonly Step[] {
  const { table, stored, record, columns } = match;
  return table.columns.flatMap(({ name, attribute }) => {
    const former = columns.get(name);
    const before = former === undefined ? undefined : record?.columns[former];
    if (attribute === undefined || attribute.localized || before?.localized !== true) return [];
    const value = compared(shapes, before.shape, quote(former ?? name));
    const check: Check = {
      text: `SELECT count(*) AS count, min(document_id) AS example FROM (SELECT document_id FROM ${quote(stored?.name ?? '')}
        GROUP BY document_id, status HAVING count(DISTINCT ${value}) > 1 OR count(${value}) NOT IN (0, count(*))) differing`,
      refusal: ({ count, example }) =>
        `"${attribute.name}" of "${table.name}" cannot be one value for all locales: it differs between the locales of ${counted(count, 'document', 'documents')}, for example of "${example}". ` +
        'Make them the same first, with the former schema.',
    };
    const message = `"${attribute.name}" of "${table.name}" has one value for all locales.`;
    return [fill(match, message, holdsItems(before.shape) ? [oneOfAll(table.name, name)] : [], [check])];
  });
}

const compared = (shapes: ComponentShapes, shape: string, column: string): string =>
  holdsItems(shape) ? `(${itemContent(shapes, shape, `${column}::jsonb`)})::text` : `${column}::text`;

/** Items that are alike differ in their ids still. */
const oneOfAll = (
  table: string,
  column: string,
): string => `UPDATE ${quote(table)} v SET ${quote(column)} = o.items
  FROM (SELECT DISTINCT ON (document_id, status) document_id, status, ${quote(column)} AS items FROM ${quote(table)} ORDER BY document_id, status, id) o
  WHERE o.document_id = v.document_id AND o.status = v.status AND o.items::text IS DISTINCT FROM v.${quote(column)}::text`;
