import { linkSideOf } from '../../../../domain/relation/link-list.js';
import type { ListNeed } from '../../../../domain/plan/write-plan.js';
import { otherSide } from '../../../../domain/schema/schema.js';
import { keyColumn, linkColumns } from '../layout.js';
import { linkTableName } from '../names.js';
import { Parameters, type Statement } from '../statement.js';
import { isNoneOf, isOneOf, sequenceKey } from './link-list.js';

/** Past this many it is cheaper to load the list than to look around each of them. */
const mostLookups = 200;

/** An array of `[documentId, locale, key]`, in list order. */
export function lowerNeighbourhood(parameters: Parameters, need: ListNeed): string {
  const list = neededList(parameters, need);
  const named = [...need.anchors, ...need.moving];
  const array = 'json_agg(json_build_array(document, locale, key) ORDER BY key, id)';
  const present = list.keys.map((key) => `${key} IS NOT NULL`).join(' OR ');
  const links = `${list.links} AND (${present})`;
  if (named.length > mostLookups) return `(SELECT coalesce(${array}, '[]') FROM (${links}) l)`;
  const found = ['SELECT * FROM named', ...neighbours(parameters, need, list)].join(' UNION ');
  return `(WITH named AS MATERIALIZED (${links} AND ${isOneOf(parameters, list.other, named)}) SELECT coalesce(${array}, '[]') FROM (${found}) l)`;
}

/** Selects of what stands beside the anchors and at the wanted ends, each by one step in the index of a layer. */
function neighbours(
  parameters: Parameters,
  { anchors, moving, ends }: ListNeed,
  { links, keys, other }: NeededList,
): readonly string[] {
  const staying = `${links} AND ${isNoneOf(parameters, other, moving)}`;
  const anchored =
    anchors.length === 0 ? '' : isOneOf(parameters, { document: 'n.document', locale: 'n.locale' }, anchors);
  const near = (key: string, than: string, direction: string): string =>
    `SELECT s.* FROM named n, LATERAL (${staying} AND ${key} IS NOT NULL AND (${key}, id) ${than} (n.key, n.id) ORDER BY ${key} ${direction}, id ${direction} LIMIT 1) s WHERE ${anchored}`;
  const end = (key: string, direction: string): string =>
    `(${staying} AND ${key} IS NOT NULL ORDER BY ${key} ${direction}, id ${direction} LIMIT 1)`;
  return keys.flatMap((key) => [
    ...(anchors.length === 0 ? [] : [near(key, '<', 'DESC'), near(key, '>', 'ASC')]),
    ...(ends.first ? [end(key, 'ASC')] : []),
    ...(ends.last ? [end(key, 'DESC')] : []),
  ]);
}

/**
 * Gives the links of a list fresh keys. Those of both layers are renewed together, in their common order, so that each
 * layer keeps its own and a key that is the same in both stays the same.
 */
export function lowerRebalance(need: ListNeed): Statement {
  const parameters = new Parameters();
  const { table, mine, side } = neededList(parameters, need);
  const [draft, published] = [keyColumn('draft', side), keyColumn('published', side)];
  const keys = `SELECT id, ${draft} AS key FROM ${table} WHERE ${mine} UNION SELECT id, ${published} FROM ${table} WHERE ${mine}`;
  const present = `SELECT id, key FROM (${keys}) keys WHERE key IS NOT NULL ORDER BY key, id`;
  const renewed = [
    `SELECT k.id, d.tick AS draft, p.tick AS published FROM ${table} k`,
    `LEFT JOIN fresh d ON d.id = k.id AND d.key = k.${draft}`,
    `LEFT JOIN fresh p ON p.id = k.id AND p.key = k.${published} WHERE ${mine}`,
  ].join(' ');
  return {
    text: [
      `WITH fresh AS MATERIALIZED (SELECT id, key, ${sequenceKey} AS tick FROM (${present}) present)`,
      `UPDATE ${table} l SET ${draft} = renewed.draft, ${published} = renewed.published`,
      `FROM (${renewed}) renewed WHERE l.id = renewed.id`,
    ].join(' '),
    values: parameters.values,
  };
}

type NeededList = ReturnType<typeof neededList>;

function neededList(parameters: Parameters, need: ListNeed) {
  const { link, side } = linkSideOf(need.relation);
  const own = linkColumns[side];
  const other = linkColumns[otherSide(side)];
  const table = linkTableName(link);
  const keys = need.layers.map((layer) => keyColumn(layer, side));
  const mine = [
    `${own.document} = ${parameters.addHidden(need.documentId)}`,
    `${own.locale} = ${parameters.add(need.locale, 'text')}`,
  ].join(' AND ');
  // A link has the same key in every layer that it is in.
  const key = keys.length === 1 ? keys[0] : `coalesce(${keys.join(', ')})`;
  const links = `SELECT id, ${other.document} AS document, ${other.locale} AS locale, ${key} AS key FROM ${table} WHERE ${mine}`;
  return { table, mine, other, side, keys, links };
}
