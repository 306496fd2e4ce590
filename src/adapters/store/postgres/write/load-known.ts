import { linkSideOf } from '../../../../domain/relation/link-list.js';
import {
  nothingKnown,
  type DocumentNeed,
  type Known,
  type KnownDocument,
  type Needs,
} from '../../../../domain/plan/write-plan.js';
import type { Layer } from '../../../../domain/query/query.js';
import { otherSide, type Json, type Link, type Side, type Stored } from '../../../../domain/schema/schema.js';
import type { Queryable } from '../connection.js';
import { keyColumn, linkColumns, pendingColumn } from '../layout.js';
import { linkTableName, tableName } from '../names.js';
import { canonical } from '../read/lowering.js';
import { Parameters, literal, type Statement } from '../statement.js';
import { isNoneOf, sequenceKey } from './link-list.js';
import { lowerNeighbourhood } from './lower-neighbourhood.js';

interface LoadedRow {
  readonly document: LoadedDocument | null;
  readonly lists: readonly (readonly (readonly [string, string, string])[])[];
  readonly ticks: readonly string[];
}

type LoadedValues = { readonly [column: string]: Json };

interface LoadedDocument {
  readonly versions: readonly (readonly [Layer, string])[];
  readonly values: LoadedValues | null;
  readonly sibling: { readonly locale: string; readonly values: LoadedValues } | null;
  readonly filled: readonly boolean[];
  readonly pending: readonly boolean[];
}

/** What a decision needs to know. Whatever is to be locked must be locked before. */
export async function loadKnown(transaction: Queryable, needs: Needs): Promise<Known> {
  if (needs.document === null && needs.lists.length === 0 && needs.sequenceKeys === 0) return nothingKnown;
  const [row] = await transaction.query<LoadedRow>(lowerLoad(needs));
  if (row === undefined) throw new Error('the database loaded nothing');
  return {
    document:
      needs.document === null || row.document === null ? null : knownDocument(needs.document, row.document),
    lists: row.lists.map((links) => ({
      links: links.map(([documentId, locale, key]) => ({ target: { documentId, locale }, key })),
    })),
    sequenceKeys: row.ticks,
  };
}

const knownDocument = (
  { content, shared }: DocumentNeed,
  { versions, values, sibling, filled, pending }: LoadedDocument,
): KnownDocument => ({
  versions: versions.map(([layer, locale]) => ({ layer, locale })),
  values: values === null ? null : named(content, values),
  sibling:
    values !== null || sibling === null
      ? null
      : { locale: sibling.locale, values: named(shared, sibling.values) },
  filled,
  pending,
});

/** Those that are not null, by attribute. */
const named = (attributes: readonly Stored[], values: LoadedValues): ReadonlyMap<string, Json> =>
  new Map(
    attributes.flatMap(({ name }, index): [string, Json][] => {
      const value = values[`c${index}`] ?? null;
      return value === null ? [] : [[name, value]];
    }),
  );

/**
 * Loads what was locked. A statement of its own: one that waits for its locks still sees what was there before.
 * Its row has `document` (see `lowerDocumentNeed`, or null), `lists` (arrays of `[documentId, locale, key]`) and `ticks`.
 */
export function lowerLoad({ document, lists, sequenceKeys }: Needs): Statement {
  const parameters = new Parameters();
  const columns = [
    `${document === null ? 'NULL::json' : lowerDocumentNeed(parameters, document)} AS document`,
    `json_build_array(${lists.map((need) => lowerNeighbourhood(parameters, need)).join(', ')}) AS lists`,
    `(SELECT coalesce(json_agg(${sequenceKey}), '[]') FROM generate_series(1, ${parameters.add(sequenceKeys, 'integer')})) AS ticks`,
  ];
  return { text: `SELECT ${columns.join(', ')}`, values: parameters.values };
}

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
    const place = linkSideOf(relation);
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
