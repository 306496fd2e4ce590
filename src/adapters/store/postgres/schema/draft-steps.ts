import { draftColumns, keyColumn, linkColumns, otherSide, pendingColumn, quote } from '../layout.js';
import { counted, endChange, fill, linkChange, typeChange } from './option-change.js';
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
  const check: Check = {
    text: `SELECT count(*) AS count, min(document_id) AS example FROM ${now} d WHERE status = 'draft' AND NOT EXISTS
      (SELECT FROM ${now} p WHERE p.status = 'published' AND p.document_id = d.document_id AND p.locale = d.locale AND ${same})`,
    refusal: ({ count, example }) =>
      `Draft & publish can not be turned off for "${table.name}": ${counted(count, 'draft is', 'drafts are')} not published, for example of document "${example}". ` +
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

const sides = ['source', 'target'] as const;

/** What the same switches mean for the links of these types. */
export function linkLayerSteps(match: Match, matches: readonly Match[]): readonly Step[] {
  const change = linkChange(match);
  if (change === undefined) return [];
  const ends = sides.map((side) => ({ side, change: endChange(change, side, matches)?.change }));
  const layered = (when: 'before' | 'after'): boolean =>
    ends.some((end) => end.change?.[when].draftAndPublish === true);
  if (!layered('before')) return layered('after') ? [addDraftKeys(match)] : [];
  const off = ends.filter(
    (end) => end.change?.before.draftAndPublish === true && !end.change.after.draftAndPublish,
  );
  if (!layered('after')) return [removeDraftKeys(match)];
  return off.map(({ side }) => settleEnd(match, side));
}

const keys = (layer: 'draft' | 'published'): string => sides.map((side) => keyColumn(layer, side)).join(', ');

function addDraftKeys(match: Match): Step {
  return fill(match, `Links of "${match.table.name}" are in the drafts too.`, [
    `UPDATE ${quote(match.table.name)} SET (${keys('draft')}) = (${keys('published')})`,
  ]);
}

function removeDraftKeys(match: Match): Step {
  const { table, stored } = match;
  const check: Check = {
    text: `SELECT count(*) AS count, min(source_document) AS example FROM ${quote(stored?.name ?? '')}
      WHERE (${keys('draft')}) IS DISTINCT FROM (${keys('published')})`,
    refusal: ({ count, example }) =>
      `Draft & publish can not be turned off for both ends of "${table.name}": ${counted(count, 'link is', 'links are')} changed in drafts only, for example of document "${example}". ` +
      'Publish or discard them first.',
  };
  const nulls = sides.map((side) => `${keyColumn('draft', side)} = NULL`).join(', ');
  const statements = [
    `UPDATE ${quote(table.name)} SET ${nulls}`,
    ...sides.map((side) => `ALTER TABLE ${quote(table.name)} DROP COLUMN IF EXISTS ${pendingColumn(side)}`),
  ];
  return fill(match, `Links of "${table.name}" are published only.`, statements, [check]);
}

/** One end has no drafts any more, the other one has: a link in a draft of the other end stays there. */
function settleEnd(match: Match, side: 'source' | 'target'): Step {
  const { table, stored } = match;
  const own = linkColumns[side].document;
  const pending = pendingColumn(side);
  const waits = stored?.columns.has(pending)
    ? pending
    : `${keyColumn('draft', side)} IS DISTINCT FROM ${keyColumn('published', side)}`;
  const check: Check = {
    text: `SELECT count(*) AS count, min(${own}) AS example FROM ${quote(stored?.name ?? '')} WHERE ${waits}`,
    refusal: ({ count, example }) =>
      `Draft & publish can not be turned off for the ${side} of "${table.name}": ${counted(count, 'link waits', 'links wait')} for its publishing, for example of document "${example}". ` +
      'Publish or discard them first.',
  };
  return fill(match, `Links of "${table.name}" wait for their ${otherSide(side)} only.`, [], [check]);
}
