import type { Side } from '../../../../domain/schema/schema.js';
import { keyColumn, linkColumns, otherSide, pendingColumn, quote } from '../layout.js';
import { counted, endChange, fill, linkChange } from './option-change.js';
import type { Match } from './match-tables.js';
import type { Check, Step } from './step.js';

const sides = ['source', 'target'] as const;

/** What draft & publish, switched on or off for the types at their ends, means for links. */
export function linkLayerSteps(match: Match, matches: readonly Match[]): readonly Step[] {
  const change = linkChange(match);
  if (change === undefined) return [];
  const drafts = (when: 'before' | 'after'): readonly Side[] =>
    sides.filter((side) => endChange(change, side, matches)?.change[when].draftAndPublish === true);
  const [before, after] = [drafts('before'), drafts('after')];
  const [first] = before;
  if (first === undefined) return after.length > 0 ? [addDraftKeys(match)] : [];
  if (after.length === 0) return [removeDraftKeys(match)];
  return [
    ...(match.columns.has(pendingColumn('source')) ? [] : [rememberPending(match, first)]),
    ...before.filter((side) => !after.includes(side)).map((side) => settleEnd(match, side)),
  ];
}

const keys = (layer: 'draft' | 'published'): string => sides.map((side) => keyColumn(layer, side)).join(', ');

const differs = `(${keys('draft')}) IS DISTINCT FROM (${keys('published')})`;

function addDraftKeys(match: Match): Step {
  return fill(match, `Links of "${match.table.name}" are in the drafts too.`, [
    `UPDATE ${quote(match.table.name)} SET (${keys('draft')}) = (${keys('published')})`,
  ]);
}

/** Links that were made before they remembered what waits: it could only have been edited at one end. */
function rememberPending(match: Match, side: Side): Step {
  return fill(match, `Links of "${match.table.name}" remember what waits to be published.`, [
    `UPDATE ${quote(match.table.name)} SET ${pendingColumn(side)} = true WHERE ${differs}`,
  ]);
}

function removeDraftKeys(match: Match): Step {
  const { table } = match;
  const nulls = sides.map((side) => `${keyColumn('draft', side)} = NULL`).join(', ');
  const statements = [
    `UPDATE ${quote(table.name)} SET ${nulls}`,
    ...sides.map((side) => `ALTER TABLE ${quote(table.name)} DROP COLUMN IF EXISTS ${pendingColumn(side)}`),
  ];
  const checks = [waiting(match), draftOnly(match)];
  return fill(match, `Links of "${table.name}" are published only.`, statements, checks);
}

const isPending = ({ stored }: Match, side: Side): string =>
  stored?.columns.has(pendingColumn(side)) === true ? pendingColumn(side) : differs;

function waiting(match: Match): Check {
  const { table, stored } = match;
  return {
    text: `SELECT count(*) AS count, min(source_document) AS example FROM ${quote(stored?.name ?? '')}
      WHERE ${sides.map((side) => isPending(match, side)).join(' OR ')}`,
    refusal: ({ count, example }) =>
      `Draft & publish cannot be turned off for both ends of "${table.name}": ${counted(count, 'link is', 'links are')} changed in drafts only, for example of document "${example}". ` +
      'Publish or discard them first.',
  };
}

/** Made by an end without drafts that named the status `draft`: publishing does not take them over. */
function draftOnly(match: Match): Check {
  const { table, stored } = match;
  const settled = sides.map((side) => `NOT (${isPending(match, side)})`).join(' AND ');
  return {
    text: `SELECT count(*) AS count, min(source_document) AS example FROM ${quote(stored?.name ?? '')}
      WHERE ${keyColumn('draft', 'source')} IS NOT NULL AND ${keyColumn('published', 'source')} IS NULL AND ${settled}`,
    refusal: ({ count, example }) =>
      `Draft & publish cannot be turned off for both ends of "${table.name}": ${counted(count, 'link is', 'links are')} in drafts only, for example of document "${example}". ` +
      'Connect them without a status first, or disconnect them.',
  };
}

/** One end has no drafts any more, the other one has: a link in a draft of the other end stays there. */
function settleEnd(match: Match, side: Side): Step {
  const { table, stored } = match;
  const own = linkColumns[side].document;
  const check: Check = {
    text: `SELECT count(*) AS count, min(${own}) AS example FROM ${quote(stored?.name ?? '')} WHERE ${isPending(match, side)}`,
    refusal: ({ count, example }) =>
      `Draft & publish cannot be turned off for the ${side} of "${table.name}": ${counted(count, 'link waits', 'links wait')} for its publishing, for example of document "${example}". ` +
      'Publish or discard them first.',
  };
  return fill(match, `Links of "${table.name}" wait for their ${otherSide(side)} only.`, [], [check]);
}
