import type { DocumentNeed } from '../../../../domain/plan/write-plan.js';
import { otherSide, type Link, type Side, type Stored } from '../../../../domain/schema/schema.js';
import { keyColumn, linkColumns, pendingColumn } from '../layout.js';
import { linkTableName, tableName } from '../names.js';
import { canonical } from '../read/lowering.js';
import { literal, type Parameters } from '../statement.js';
import { isNoneOf, placeOf } from './link-list.js';

/**
 * What there is of a document, as JSON: `versions` (arrays `[layer, locale]`, by numeric id), `values` of the version
 * asked for (`{c0, …}` in the order of `content`, or null), `sibling` (`{locale, values}` or null; also there beside
 * the version itself), and flags in `filled` and `pending`.
 */
export function lowerDocumentNeed(parameters: Parameters, need: DocumentNeed): string {
  const { type, layer, filled, pending } = need;
  const documentId = parameters.addHidden(need.documentId);
  const locale = parameters.add(need.locale, 'text');
  const table = tableName(type);
  const mine = `t0.document_id = ${documentId}`;
  const inLayer = `${mine} AND t0.status = ${literal(layer)}`;
  const versions = `SELECT coalesce(json_agg(json_build_array(t0.status, t0.locale) ORDER BY t0.id), '[]') FROM ${table} t0 WHERE ${mine}`;
  const values = `SELECT ${valuesOf(need.content)} FROM ${table} t0 WHERE ${inLayer} AND t0.locale = ${locale}`;
  const sibling = `SELECT json_build_object('locale', t0.locale, 'values', ${valuesOf(need.shared)}) FROM ${table} t0 WHERE ${inLayer} AND t0.locale <> ${locale} ORDER BY t0.id LIMIT 1`;
  const lists = filled.map(({ relation, except }) => {
    const place = placeOf({ relation });
    const named = place.link[place.side].localized ? locale : `''`;
    const others =
      except.length === 0 ? '' : ` AND ${isNoneOf(parameters, linkColumns[otherSide(place.side)], except)}`;
    return hasLink(place, documentId, named, `${keyColumn(layer, place.side)} IS NOT NULL${others}`);
  });
  const waits = pending.map((end) =>
    hasLink(end, documentId, parameters.add(end.locale, 'text'), pendingColumn(end.side)),
  );
  const members = [
    `'versions', (${versions})`,
    `'values', (${values})`,
    `'sibling', ${type.localized ? `(${sibling})` : 'NULL'}`,
    `'filled', json_build_array(${lists.join(', ')})`,
    `'pending', json_build_array(${waits.join(', ')})`,
  ];
  return `json_build_object(${members.join(', ')})`;
}

/** Columns `c0`, `c1` …: names of attributes may be longer than those of columns. */
function valuesOf(attributes: readonly Stored[]): string {
  const columns = attributes.map((attribute, index) => `${canonical('t0', attribute)} AS c${index}`);
  return `(SELECT row_to_json(v) FROM (SELECT ${columns.join(', ')}) v)`;
}

const hasLink = (
  { link, side }: { readonly link: Link; readonly side: Side },
  documentId: string,
  locale: string,
  condition: string,
): string => {
  const own = linkColumns[side];
  return `EXISTS (SELECT FROM ${linkTableName(link)} WHERE ${own.document} = ${documentId} AND ${own.locale} = ${locale} AND ${condition})`;
};
