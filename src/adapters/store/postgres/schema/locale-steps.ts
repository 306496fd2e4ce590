import { quote } from '../layout.js';
import { counted, fill, literal, typeChange } from './option-change.js';
import type { Match } from './match-tables.js';
import type { Check, Step } from './step.js';

/** Locales, switched on or off for a content-type, or for one of its attributes, that has rows. */
export function localeSteps(match: Match, defaultLocale: string): readonly Step[] {
  const change = typeChange(match);
  if (change === undefined) return [];
  const { before, after } = change;
  if (!before.localized) return after.localized ? [addLocale(match, defaultLocale)] : [];
  return after.localized ? sharedSteps(match) : [removeLocale(match, defaultLocale)];
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
      `Locales can not be turned off for "${table.name}": ${counted(count, 'version is', 'versions are')} not in "${locale}", for example of document "${example}". ` +
      'Delete these translations first.',
  };
  const statement = `UPDATE ${quote(table.name)} SET locale = '' WHERE locale <> ''`;
  return fill(match, `Documents of "${table.name}" have no locale any more.`, [statement], [check]);
}

/** Attributes that had a value for each locale and are to have one for all: the values must be the same. */
function sharedSteps(match: Match): readonly Step[] {
  const { table, stored, record, columns } = match;
  return table.columns.flatMap(({ name, attribute }) => {
    const former = columns.get(name);
    const before = former === undefined ? undefined : record?.columns[former];
    if (attribute === undefined || attribute.localized || before?.localized !== true) return [];
    const value = `${quote(former ?? name)}::text`;
    const check: Check = {
      text: `SELECT count(*) AS count, min(document_id) AS example FROM (SELECT document_id FROM ${quote(stored?.name ?? '')}
        GROUP BY document_id, status HAVING count(DISTINCT ${value}) > 1 OR count(${value}) NOT IN (0, count(*))) differing`,
      refusal: ({ count, example }) =>
        `"${attribute.name}" of "${table.name}" can not be one value for all locales: it differs between the locales of ${counted(count, 'document', 'documents')}, for example of "${example}". ` +
        'Make them the same first, with the former schema.',
    };
    const message = `"${attribute.name}" of "${table.name}" has one value for all locales.`;
    return [fill(match, message, [], [check])];
  });
}
