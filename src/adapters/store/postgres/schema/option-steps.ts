import { linkColumns, quote } from '../layout.js';
import type { Match } from './match-tables.js';
import type { Check, Step } from './step.js';
import type { LinkOrigin, TypeOrigin } from './table.js';

/** Draft & publish, or locales, switched on or off for a content-type that has rows. */
export function typeOptionSteps(match: Match, defaultLocale: string): readonly Step[] {
  const { table, stored, record } = match;
  if (stored === undefined || table.origin.kind !== 'type' || record?.origin.kind !== 'type') return [];
  const before = record.origin;
  const after = table.origin;
  const steps: Step[] = [];
  if (!before.draftAndPublish && after.draftAndPublish) steps.push(addDrafts(match));
  if (before.draftAndPublish && !after.draftAndPublish) steps.push(removeDrafts(match));
  if (!before.localized && after.localized) steps.push(addLocale(match, defaultLocale));
  if (before.localized && !after.localized) steps.push(removeLocale(match, defaultLocale));
  return steps;
}

const fill = (match: Match, message: string, statement: string, checks: readonly Check[] = []): Step => ({
  phase: 'fill',
  name: match.table.name,
  message,
  checks,
  statements: [statement],
});

/** Leftover columns are copied too: a draft is a whole version. */
function addDrafts(match: Match): Step {
  const { table, stored, columns } = match;
  const wanted = new Set(columns.values());
  const leftover = [...(stored?.columns.keys() ?? [])].filter((name) => !wanted.has(name));
  const own = new Set(['id', 'status', 'published_at']);
  const copied = [...columns.keys(), ...leftover]
    .filter((name) => !own.has(name))
    .map(quote)
    .join(', ');
  return fill(
    match,
    `Every document of "${table.name}" gets a draft.`,
    `INSERT INTO ${quote(table.name)} (${copied}, status) SELECT ${copied}, 'draft' FROM ${quote(table.name)} WHERE status = 'published' ORDER BY id`,
  );
}

function removeDrafts(match: Match): Step {
  const { table, stored } = match;
  const check: Check = {
    text: `SELECT count(*) AS count, min(document_id) AS example FROM ${quote(stored?.name ?? '')} d WHERE status = 'draft' AND NOT EXISTS
      (SELECT FROM ${quote(stored?.name ?? '')} p WHERE p.status = 'published' AND p.document_id = d.document_id AND p.locale = d.locale AND p.updated_at = d.updated_at)`,
    refusal: ({ count, example }) =>
      `Draft & publish can not be turned off for "${table.name}": ${count} ${count === 1 ? 'draft is' : 'drafts are'} not published, for example of document "${example}". ` +
      'Publish or discard them first.',
  };
  const statement = `DELETE FROM ${quote(table.name)} WHERE status = 'draft'`;
  return fill(match, `"${table.name}" has published documents only.`, statement, [check]);
}

function addLocale(match: Match, locale: string): Step {
  const statement = `UPDATE ${quote(match.table.name)} SET locale = ${literal(locale)} WHERE locale = ''`;
  return fill(match, `Documents of "${match.table.name}" get the locale "${locale}".`, statement);
}

function removeLocale(match: Match, locale: string): Step {
  const { table, stored } = match;
  const check: Check = {
    text: `SELECT count(*) AS count, min(document_id) AS example FROM ${quote(stored?.name ?? '')} WHERE locale NOT IN ('', ${literal(locale)})`,
    refusal: ({ count, example }) =>
      `Locales can not be turned off for "${table.name}": ${count} ${count === 1 ? 'version is' : 'versions are'} not in "${locale}", for example of document "${example}". ` +
      'Delete these translations first.',
  };
  const statement = `UPDATE ${quote(table.name)} SET locale = '' WHERE locale <> ''`;
  return fill(match, `Documents of "${table.name}" have no locale any more.`, statement, [check]);
}

/** What the same switches mean for the links of these types. */
export function linkOptionSteps(
  match: Match,
  matches: readonly Match[],
  defaultLocale: string,
): readonly Step[] {
  const { table, stored, record } = match;
  if (stored === undefined || table.origin.kind !== 'link' || record?.origin.kind !== 'link') return [];
  const source = endTypes(table.origin, 'source', matches);
  const target = endTypes(table.origin, 'target', matches);
  const steps: Step[] = [];
  const drafts = (which: 'before' | 'after'): boolean =>
    [source, target].some((end) => end?.[which]?.draftAndPublish === true);
  if (!drafts('before') && drafts('after')) steps.push(addDraftKeys(match));
  if (drafts('before') && !drafts('after')) steps.push(removeDraftKeys(match));
  for (const [end, columns] of [
    [source, linkColumns.source],
    [target, linkColumns.target],
  ] as const) {
    const on = end?.before?.localized === false && end.after.localized;
    const off = end?.before?.localized === true && !end.after.localized;
    if (on && end === source) steps.push(moveLocale(match, columns.locale, '', defaultLocale));
    if (off) steps.push(moveLocale(match, columns.locale, defaultLocale, ''));
  }
  return steps;
}

interface EndTypes {
  readonly before: TypeOrigin | undefined;
  readonly after: TypeOrigin;
}

function endTypes(
  origin: LinkOrigin,
  side: 'source' | 'target',
  matches: readonly Match[],
): EndTypes | undefined {
  for (const { table, record } of matches) {
    if (table.origin.kind !== 'type' || table.origin.uid !== origin[side].type) continue;
    return { before: record?.origin.kind === 'type' ? record.origin : undefined, after: table.origin };
  }
  return undefined;
}

function addDraftKeys(match: Match): Step {
  const statement = `UPDATE ${quote(match.table.name)} SET draft_key = published_key, draft_inverse_key = published_inverse_key`;
  return fill(match, `Links of "${match.table.name}" are in the drafts too.`, statement);
}

function removeDraftKeys(match: Match): Step {
  const { table, stored } = match;
  const check: Check = {
    text: `SELECT count(*) AS count, min(source_document) AS example FROM ${quote(stored?.name ?? '')}
      WHERE (draft_key, draft_inverse_key) IS DISTINCT FROM (published_key, published_inverse_key)`,
    refusal: ({ count, example }) =>
      `Draft & publish can not be turned off for both ends of "${table.name}": ${count} ${count === 1 ? 'link is' : 'links are'} changed in drafts only, for example of document "${example}". ` +
      'Publish or discard them first.',
  };
  const statement = `UPDATE ${quote(table.name)} SET draft_key = NULL, draft_inverse_key = NULL`;
  return fill(match, `Links of "${table.name}" are published only.`, statement, [check]);
}

function moveLocale(match: Match, column: string, from: string, to: string): Step {
  const statement = `UPDATE ${quote(match.table.name)} SET ${column} = ${literal(to)} WHERE ${column} = ${literal(from)}`;
  return fill(match, `Links of "${match.table.name}" move to the locale "${to}".`, statement);
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
