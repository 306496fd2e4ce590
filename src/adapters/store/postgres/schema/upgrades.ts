import type { Comparison } from '../../../../application/schema-changes/compare-schemas.js';
import type { Match } from '../../../../application/schema-changes/match-collections.js';
import { draftColumns, pendingColumn, quote } from '../layout.js';
import { layersDiffer } from './count-check.js';

/** What the tables of content lack where a former version of Quire made them. */
export interface Upgrade {
  readonly name: string;
  readonly message: string;
  readonly statements: readonly string[];
}

/** Drafts and links from before they kept what waits to be published. They come after the changes of the comparison. */
export const contentUpgrades = ({ changes, matches }: Comparison): readonly Upgrade[] =>
  matches.flatMap((match) => {
    const isSwitched = changes.some(
      (change) => change.match === match && (change.kind === 'addDrafts' || change.kind === 'addDraftLinks'),
    );
    if (match.stored === undefined || match.record === undefined || isSwitched) return [];
    return [...rememberPublished(match), ...rememberPending(match, matches)];
  });

const lacks = ({ wanted, fields }: Match, column: string): boolean =>
  !fields.has(column) && wanted.fields.some(({ name }) => name === column);

function rememberPublished(match: Match): readonly Upgrade[] {
  const { publishedId, hasChanges } = draftColumns;
  if (!lacks(match, publishedId)) return [];
  const { name } = match.wanted;
  const statement = `UPDATE ${quote(name)} d SET ${publishedId} = p.id, ${hasChanges} = d.updated_at <> p.updated_at FROM ${quote(name)} p
    WHERE d.status = 'draft' AND p.status = 'published' AND p.document_id = d.document_id AND p.locale = d.locale`;
  return [{ name, message: `Drafts of "${name}" remember what was published.`, statements: [statement] }];
}

/** Such a link could be edited at one end only: at the first that had drafts. */
function rememberPending(match: Match, matches: readonly Match[]): readonly Upgrade[] {
  const { wanted, record } = match;
  if (record?.origin.kind !== 'link' || !lacks(match, pendingColumn('source'))) return [];
  const { source } = record.origin;
  const hadDrafts = matches.some(
    ({ record: type }) =>
      type?.origin.kind === 'type' && type.origin.uid === source.type && type.origin.draftAndPublish,
  );
  const column = pendingColumn(hadDrafts ? 'source' : 'target');
  const message = `Links of "${wanted.name}" remember what waits to be published.`;
  const statement = `UPDATE ${quote(wanted.name)} SET ${column} = true WHERE ${layersDiffer}`;
  return [{ name: wanted.name, message, statements: [statement] }];
}
