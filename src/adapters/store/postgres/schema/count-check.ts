import type { Match } from '../../../../application/schema-changes/match-collections.js';
import type { Check, EndMove, Found } from '../../../../application/schema-changes/planned-change.js';
import {
  holdsItems,
  type ChangedComponents,
  type ComponentShapes,
} from '../../../../application/schema-changes/shapes.js';
import type { Index } from '../../../../application/schema-changes/wanted-schema.js';
import { otherSide, type Side } from '../../../../domain/schema/schema.js';
import type { Queryable } from '../connection.js';
import { draftColumns, keyColumn, linkColumns, pendingColumn, quote } from '../layout.js';
import { literal } from '../statement.js';
import { convertField } from './convert-field.js';
import { itemContent } from './item-content.js';

/** Counts in `connection` what the checks of a comparison look for. */
export const countIn =
  (connection: Queryable, components: ChangedComponents) =>
  async (check: Check, match: Match): Promise<Found> => {
    const text = countOf(check, match, components);
    const [row] = await connection.query<{ count: string | number; example: string | null }>({ text });
    return { count: Number(row?.count ?? 0), example: row?.example ?? null };
  };

const sides = ['source', 'target'] as const;
const layers = ['draft', 'published'] as const;

const select = (example: string, from: string): string =>
  `SELECT count(*) AS count, min(${example}) AS example FROM ${from}`;

function countOf(check: Check, match: Match, components: ChangedComponents): string {
  const now = quote(match.stored?.name ?? '');
  const source = linkColumns.source.document;
  switch (check.counts) {
    case 'rows':
      return select(source, now);
    case 'misfits':
      return select(
        'document_id',
        `${now} WHERE (${convertField(match, check.conversion, components).fits}) IS FALSE`,
      );
    case 'duplicates':
      return duplicates(match, check.index);
    case 'unpublishedDrafts':
      return select('document_id', `${now} d WHERE status = 'draft' AND NOT EXISTS (${published(match)})`);
    case 'pendingLinks': {
      const [side] = check.sides;
      const example = check.sides.length === 1 ? linkColumns[side ?? 'source'].document : source;
      return select(
        example,
        `${now} WHERE ${check.sides.map((each) => isPending(match, each)).join(' OR ')}`,
      );
    }
    case 'draftOnlyLinks': {
      const settled = sides.map((side) => `NOT (${isPending(match, side)})`).join(' AND ');
      const draftOnly = `${keyColumn('draft', 'source')} IS NOT NULL AND ${keyColumn('published', 'source')} IS NULL`;
      return select(source, `${now} WHERE ${draftOnly} AND ${settled}`);
    }
    case 'otherLocales':
      return select('document_id', `${now} WHERE locale NOT IN ('', ${literal(check.locale)})`);
    case 'differingValues': {
      const value = compared(components.before, check.shape, quote(check.field));
      const differing = `count(DISTINCT ${value}) > 1 OR count(${value}) NOT IN (0, count(*))`;
      return select(
        'document_id',
        `(SELECT document_id FROM ${now} GROUP BY document_id, status HAVING ${differing}) differing`,
      );
    }
    case 'differingLists':
      return select('document', differingLists(now, check.end));
    case 'severalLinks': {
      const own = linkColumns[check.side].document;
      const several = layers.map((layer) => `count(${keyColumn(layer, check.side)}) > 1`).join(' OR ');
      return select(
        'document',
        `(SELECT ${own} AS document FROM ${now} GROUP BY 1 HAVING ${several}) crowded`,
      );
    }
  }
}

/** Links of versions that did not mark what waits: what differs between the layers waits. */
const isPending = ({ stored }: Match, side: Side): string =>
  stored?.fields?.has(pendingColumn(side)) === true ? pendingColumn(side) : layersDiffer;

const keys = (layer: 'draft' | 'published'): string => sides.map((side) => keyColumn(layer, side)).join(', ');

export const layersDiffer = `(${keys('draft')}) IS DISTINCT FROM (${keys('published')})`;

function duplicates({ wanted, stored, fields }: Match, index: Index): string {
  const columns = index.fields.map((field) => quote(fields.get(field) ?? field));
  const example = wanted.origin.kind === 'link' ? (columns[0] ?? '') : 'document_id';
  const condition = typeof index.where === 'string' ? `${index.where} AND ` : '';
  const groups = `SELECT min(${example}) AS example FROM ${quote(stored?.name ?? '')} WHERE ${condition}${columns[0]} IS NOT NULL
    GROUP BY ${columns.join(', ')} HAVING count(*) > 1`;
  return select('example', `(${groups}) duplicate`);
}

/** The published version that equals draft `d`. Values that all locales share may differ without an edit of it. */
function published(match: Match): string {
  const { stored } = match;
  const marks = stored?.fields?.has(draftColumns.hasChanges) === true;
  const unchanged = marks ? `NOT d.${draftColumns.hasChanges}` : 'p.updated_at = d.updated_at';
  const [ofDraft, ofPublished] = ['d', 'p'].map((alias) => contentOf(match, alias));
  return `SELECT FROM ${quote(stored?.name ?? '')} p WHERE p.status = 'published' AND p.document_id = d.document_id
    AND p.locale = d.locale AND ${unchanged} AND (${ofDraft}) IS NOT DISTINCT FROM (${ofPublished})`;
}

function contentOf({ wanted, stored, fields }: Match, alias: string): string {
  const values = wanted.fields.flatMap(({ name, attribute }) => {
    const column = attribute === undefined ? undefined : fields.get(name);
    if (column === undefined) return [];
    return [`${alias}.${quote(column)}${stored?.fields?.get(column) === 'json' ? '::text' : ''}`];
  });
  return ['true', ...values].join(', ');
}

const compared = (shapes: ComponentShapes, shape: string, column: string): string =>
  holdsItems(shape) ? `(${itemContent(shapes, shape, `${column}::jsonb`)})::text` : `${column}::text`;

/** A document that has links in some of its locales only has lists that differ, too. */
function differingLists(now: string, { side, type }: EndMove): string {
  const own = linkColumns[side];
  const other = linkColumns[otherSide(side)].document;
  const [draft, published] = layers.map((layer) => {
    const key = keyColumn(layer, side);
    return `coalesce(string_agg(${other}, ' ' ORDER BY ${key}, id) FILTER (WHERE ${key} IS NOT NULL), '')`;
  });
  return `(SELECT l.document FROM (SELECT ${own.document} AS document, ${draft} AS draft, ${published} AS published
      FROM ${now} GROUP BY ${own.document}, ${own.locale}) l
    JOIN (SELECT document_id, count(DISTINCT locale) AS locales FROM ${quote(type.stored?.name ?? '')} GROUP BY 1) v
      ON v.document_id = l.document
    GROUP BY l.document, v.locales HAVING count(DISTINCT (draft, published)) > 1 OR count(*) < v.locales) differing`;
}
