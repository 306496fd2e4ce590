import {
  nothingLoaded,
  type DocumentRequirement,
  type LoadedState,
  type LoadedDocument,
  type ListRequirement,
  type WriteRequirements,
} from '../../../../domain/plan/write-requirements.js';
import type { Layer } from '../../../../domain/query/query.js';
import { linkSideOf } from '../../../../domain/relation/link-list.js';
import { otherSide, type Json, type Link, type Side, type Stored } from '../../../../domain/schema/schema.js';
import type { Queryable } from '../connection.js';
import type { SentStatement } from '../send-statement.js';
import { keyColumn, linkColumns, pendingColumn, linkTableName, tableName } from '../layout.js';
import { canonical } from '../read/lowering.js';
import { Parameters, literal, type Statement } from '../statement.js';
import { isNoneOf, isOneOf, sequenceKey } from './link-list.js';

interface LoadedRow {
  readonly document: DocumentJson | null;
  readonly lists: readonly (readonly (readonly [string, string, string])[])[];
  readonly sequenceKeys: readonly string[];
}

type LoadedValues = { readonly [column: string]: Json };

interface DocumentJson {
  readonly versions: readonly (readonly [Layer, string])[];
  readonly values: LoadedValues | null;
  readonly sibling: { readonly locale: string; readonly values: LoadedValues } | null;
  readonly filled: readonly boolean[];
  readonly pending: readonly boolean[];
}

/** Loads what a decision needs. The caller must have taken the locks. */
export async function loadState(
  transaction: Queryable,
  requirements: WriteRequirements,
): Promise<LoadedState> {
  if (requirements.document === null && requirements.lists.length === 0 && requirements.sequenceKeys === 0)
    return nothingLoaded;
  const [row] = await transaction.query<LoadedRow>(lowerLoad(requirements));
  if (row === undefined) throw new Error('the database loaded nothing');
  return {
    document:
      requirements.document === null || row.document === null
        ? null
        : loadedDocument(requirements.document, row.document),
    lists: row.lists.map((links) => ({
      links: links.map(([documentId, locale, key]) => ({ target: { documentId, locale }, key })),
    })),
    sequenceKeys: row.sequenceKeys,
  };
}

/**
 * Loads several documents of which the same is required, and returns them in their order. The caller must have taken the locks.
 */
export async function loadDocuments(
  transaction: Queryable,
  requirements: readonly [DocumentRequirement, ...DocumentRequirement[]],
): Promise<readonly LoadedDocument[]> {
  const [row] = await transaction.query<{ readonly documents: readonly DocumentJson[] }>(
    lowerLoadDocuments(requirements),
  );
  return requirements.map((requirement, index) => {
    const document = row?.documents[index];
    if (document === undefined) throw new Error('the database loaded too few documents');
    return loadedDocument(requirement, document);
  });
}

/** Requirements of one form differ in nothing but their documents. */
export const requirementForm = (required: DocumentRequirement): string =>
  JSON.stringify([
    required.type.uid,
    required.layer,
    required.locale,
    required.content.map(({ name }) => name),
    required.shared.map(({ name }) => name),
    required.filled.map(({ relation, except }) => [relation.name, except]),
    required.pending.map(({ link, side, locale }) => [link.name, side, locale]),
  ]);

/**
 * Returns a statement that loads the documents as an array in one row. `documentId` is all that differs between the requirements.
 */
export function lowerLoadDocuments(
  requirements: readonly [DocumentRequirement, ...DocumentRequirement[]],
): SentStatement {
  const parameters = new Parameters();
  const documentIds = parameters.add(
    requirements.map(({ documentId }) => documentId),
    'text[]',
  );
  const document = lowerRequiredDocument(parameters, requirements[0], 'w.document_id');
  return {
    text: `SELECT json_agg(${document} ORDER BY w.place) AS documents FROM unnest(${documentIds}) WITH ORDINALITY AS w(document_id, place)`,
    values: parameters.values,
    isRepeated: false,
  };
}

const loadedDocument = (
  { content, shared }: DocumentRequirement,
  { versions, values, sibling, filled, pending }: DocumentJson,
): LoadedDocument => ({
  versions: versions.map(([layer, locale]) => ({ layer, locale })),
  values: values === null ? null : named(content, values),
  sibling:
    values !== null || sibling === null
      ? null
      : { locale: sibling.locale, values: named(shared, sibling.values) },
  filled,
  pending,
});

/** Returns the values that are not null, by attribute. */
const named = (attributes: readonly Stored[], values: LoadedValues): ReadonlyMap<string, Json> =>
  new Map(
    attributes.flatMap(({ name }, index): [string, Json][] => {
      const value = values[`c${index}`] ?? null;
      return value === null ? [] : [[name, value]];
    }),
  );

/**
 * Returns a statement that loads in one row: `document` (see `lowerRequiredDocument`, or null), `lists` (arrays of
 * `[documentId, locale, key]`) and `sequenceKeys`. It is separate from the locking statement, which would still
 * see the rows as they were before it waited.
 */
export function lowerLoad({ document, lists, sequenceKeys }: WriteRequirements): Statement {
  const parameters = new Parameters();
  const columns = [
    `${document === null ? 'NULL::json' : lowerRequiredDocument(parameters, document)} AS document`,
    `${jsonArray(
      'json',
      lists.map((requirement) => lowerNeighbourhood(parameters, requirement)),
    )} AS lists`,
    `(SELECT coalesce(json_agg(${sequenceKey}), '[]') FROM generate_series(1, ${parameters.add(sequenceKeys, 'integer')})) AS "sequenceKeys"`,
  ];
  return { text: `SELECT ${columns.join(', ')}`, values: parameters.values };
}

/**
 * Returns the SQL of a document's JSON: `versions` (arrays `[layer, locale]`, by numeric id); `values` of the needed version
 * (`{c0, …}` in the order of `content`, or null); `sibling` (`{locale, values}` or null), also if the needed version exists;
 * and the flags `filled` and `pending`.
 */
export function lowerRequiredDocument(
  parameters: Parameters,
  requirement: DocumentRequirement,
  documentId = parameters.addHidden(requirement.documentId),
): string {
  const { type, layer, filled, pending } = requirement;
  const locale = parameters.add(requirement.locale, 'text');
  const table = tableName(type);
  const mine = `t0.document_id = ${documentId}`;
  const inLayer = `${mine} AND t0.status = ${literal(layer)}`;
  const versions = `SELECT coalesce(json_agg(json_build_array(t0.status, t0.locale) ORDER BY t0.id), '[]') FROM ${table} t0 WHERE ${mine}`;
  const values = `SELECT ${valuesOf(requirement.content)} FROM ${table} t0 WHERE ${inLayer} AND t0.locale = ${locale}`;
  const sibling = `SELECT json_build_object('locale', t0.locale, 'values', ${valuesOf(requirement.shared)}) FROM ${table} t0 WHERE ${inLayer} AND t0.locale <> ${locale} ORDER BY t0.id LIMIT 1`;
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
    `'filled', ${jsonArray('boolean', lists)}`,
    `'pending', ${jsonArray('boolean', waits)}`,
  ];
  return `json_build_object(${members.join(', ')})`;
}

/** `json_build_array` takes at most a hundred arguments. */
const jsonArray = (type: 'boolean' | 'json', items: readonly string[]): string =>
  `to_json(ARRAY[${items.join(', ')}]::${type}[])`;

/** Names the columns `c0`, `c1` …, because names of attributes may be too long for columns. */
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

/** For more links than this, loading the whole list is cheaper than looking up the neighbours of each. */
const maxLookups = 200;

/** Returns the SQL of an array of `[documentId, locale, key]`, in list order. */
export function lowerNeighbourhood(parameters: Parameters, requirement: ListRequirement): string {
  const list = requiredList(parameters, requirement);
  const named = [...requirement.anchors, ...requirement.moving];
  const array = 'json_agg(json_build_array(document, locale, key) ORDER BY key, id)';
  const present = list.keys.map((key) => `${key} IS NOT NULL`).join(' OR ');
  const links = `${list.links} AND (${present})`;
  if (named.length > maxLookups) return `(SELECT coalesce(${array}, '[]') FROM (${links}) l)`;
  const found = ['SELECT * FROM named', ...neighbours(parameters, requirement, list)].join(' UNION ');
  return `(WITH named AS MATERIALIZED (${links} AND ${isOneOf(parameters, list.other, named)}) SELECT coalesce(${array}, '[]') FROM (${found}) l)`;
}

/** Selects the neighbours of the anchors and the wanted ends of the list, each by one index lookup in a layer. */
function neighbours(
  parameters: Parameters,
  { anchors, moving, ends }: ListRequirement,
  { links, keys, other }: RequiredList,
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
 * Gives the links of a list new keys. It renews the keys of both layers together, in their common order, so that each layer
 * keeps its order and keys that are equal in both layers stay equal.
 */
export function lowerRebalance(requirement: ListRequirement): Statement {
  const parameters = new Parameters();
  const { table, mine, side } = requiredList(parameters, requirement);
  const [draft, published] = [keyColumn('draft', side), keyColumn('published', side)];
  const keys = `SELECT id, ${draft} AS key FROM ${table} WHERE ${mine} UNION SELECT id, ${published} FROM ${table} WHERE ${mine}`;
  const present = `SELECT id, key FROM (${keys}) keys WHERE key IS NOT NULL ORDER BY key, id`;
  const renewed = [
    `SELECT k.id, d.sequence_key AS draft, p.sequence_key AS published FROM ${table} k`,
    `LEFT JOIN fresh d ON d.id = k.id AND d.key = k.${draft}`,
    `LEFT JOIN fresh p ON p.id = k.id AND p.key = k.${published} WHERE ${mine}`,
  ].join(' ');
  return {
    text: [
      `WITH fresh AS MATERIALIZED (SELECT id, key, ${sequenceKey} AS sequence_key FROM (${present}) present)`,
      `UPDATE ${table} l SET ${draft} = renewed.draft, ${published} = renewed.published`,
      `FROM (${renewed}) renewed WHERE l.id = renewed.id`,
    ].join(' '),
    values: parameters.values,
  };
}

type RequiredList = ReturnType<typeof requiredList>;

function requiredList(parameters: Parameters, requirement: ListRequirement) {
  const { link, side } = linkSideOf(requirement.relation);
  const own = linkColumns[side];
  const other = linkColumns[otherSide(side)];
  const table = linkTableName(link);
  const keys = requirement.layers.map((layer) => keyColumn(layer, side));
  const mine = [
    `${own.document} = ${parameters.addHidden(requirement.documentId)}`,
    `${own.locale} = ${parameters.add(requirement.locale, 'text')}`,
  ].join(' AND ');
  // A link has the same key in every layer that it is in.
  const key = keys.length === 1 ? keys[0] : `coalesce(${keys.join(', ')})`;
  const links = `SELECT id, ${other.document} AS document, ${other.locale} AS locale, ${key} AS key FROM ${table} WHERE ${mine}`;
  return { table, mine, other, side, keys, links };
}
