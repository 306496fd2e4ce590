import { draftColumns, quote } from '../layout.js';
import { counted, fill, typeChange } from './option-change.js';
import type { Match } from './match-tables.js';
import type { Check, Step } from './step.js';

const { publishedId, hasChanges } = draftColumns;

/** Draft & publish, switched on or off for a content-type that has rows (design.md, "PostgreSQL store"). */
export function draftSteps(match: Match): readonly Step[] {
  const change = typeChange(match);
  if (change === undefined) return [];
  const { before, after } = change;
  if (!before.draftAndPublish) return after.draftAndPublish ? [addDrafts(match)] : [];
  if (!after.draftAndPublish) return [removeDrafts(match)];
  return match.columns.has(publishedId) ? [] : [rememberPublished(match)];
}

/** Leftover columns are copied too: a draft is a whole version. */
function addDrafts(match: Match): Step {
  const { table, stored, columns } = match;
  const wanted = new Set(columns.values());
  const leftover = [...(stored?.columns.keys() ?? [])].filter((name) => !wanted.has(name));
  const own = new Set<string>(['id', 'status', 'published_at', publishedId, hasChanges]);
  const copied = [...columns.keys(), ...leftover]
    .filter((name) => !own.has(name))
    .map(quote)
    .join(', ');
  return fill(match, `Every document of "${table.name}" gets a draft.`, [
    `INSERT INTO ${quote(table.name)} (${copied}, status, ${publishedId}) SELECT ${copied}, 'draft', id FROM ${quote(table.name)} WHERE status = 'published' ORDER BY id`,
  ]);
}

/** Drafts that were made before they remembered anything. */
function rememberPublished(match: Match): Step {
  const table = quote(match.table.name);
  return fill(match, `Drafts of "${match.table.name}" remember what was published.`, [
    `UPDATE ${table} d SET ${publishedId} = p.id, ${hasChanges} = d.updated_at <> p.updated_at FROM ${table} p
      WHERE d.status = 'draft' AND p.status = 'published' AND p.document_id = d.document_id AND p.locale = d.locale`,
  ]);
}

function removeDrafts(match: Match): Step {
  const { table, stored } = match;
  const now = quote(stored?.name ?? '');
  const same = stored?.columns.has(hasChanges) ? `NOT d.${hasChanges}` : 'p.updated_at = d.updated_at';
  const [ofDraft, ofPublished] = ['d', 'p'].map((alias) => contentOf(match, alias));
  const check: Check = {
    text: `SELECT count(*) AS count, min(document_id) AS example FROM ${now} d WHERE status = 'draft' AND NOT EXISTS
      (SELECT FROM ${now} p WHERE p.status = 'published' AND p.document_id = d.document_id AND p.locale = d.locale AND ${same}
        AND (${ofDraft}) IS NOT DISTINCT FROM (${ofPublished}))`,
    refusal: ({ count, example }) =>
      `Draft & publish cannot be turned off for "${table.name}": ${counted(count, 'draft is', 'drafts are')} not published, for example of document "${example}". ` +
      'Publish or discard them first.',
  };
  const statements = [
    `DELETE FROM ${quote(table.name)} WHERE status = 'draft'`,
    ...[publishedId, hasChanges].map(
      (column) => `ALTER TABLE ${quote(table.name)} DROP COLUMN IF EXISTS ${column}`,
    ),
  ];
  return fill(match, `"${table.name}" has published documents only.`, statements, [check]);
}

/** A shared value that came from another locale differs, too, though nobody edited that draft. */
function contentOf({ table, stored, columns }: Match, alias: string): string {
  const compared = table.columns.flatMap(({ name, attribute }) => {
    const now = attribute === undefined ? undefined : columns.get(name);
    if (now === undefined) return [];
    return [`${alias}.${quote(now)}${stored?.columns.get(now) === 'json' ? '::text' : ''}`];
  });
  return ['true', ...compared].join(', ');
}
