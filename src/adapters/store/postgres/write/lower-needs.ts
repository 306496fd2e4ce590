import type { ListNeed, Needs } from '../../../../domain/plan/write-plan.js';
import { otherSide, type ContentType } from '../../../../domain/schema/schema.js';
import { isStored, keyColumn, linkColumns } from '../layout.js';
import { columnName, linkTableName, tableName } from '../names.js';
import { literal, Parameters, type Statement } from '../statement.js';
import { isNoneOf, isOneOf, placeOf, tick, type EndColumns } from './lower-list.js';

type Lock = Needs['locks'][number];

/** Locks in the order given; documents that are not there are skipped. Null where nothing is to be locked. */
export function lowerLocks({ locks }: Needs): Statement | null {
  if (locks.length === 0) return null;
  const parameters = new Parameters();
  const runs = runsOf(locks).map(({ type, mode, documentIds }, index) => {
    const documents = parameters.addTexts(documentIds);
    const strength = mode === 'exclusive' ? 'UPDATE' : 'KEY SHARE';
    return `l${index} AS MATERIALIZED (SELECT id FROM ${tableName(type)} WHERE document_id = ANY(${documents}) ORDER BY document_id, id FOR ${strength})`;
  });
  const counts = runs.map((_, index) => `(SELECT count(*) FROM l${index})`);
  return {
    text: `WITH ${runs.join(', ')} SELECT ${counts.join(' + ')} AS locked`,
    values: parameters.values,
  };
}

interface Run {
  readonly type: ContentType;
  readonly mode: Lock['mode'];
  readonly documentIds: string[];
}

function runsOf(locks: readonly Lock[]): readonly Run[] {
  const runs: Run[] = [];
  for (const { type, mode, documentId } of locks) {
    const last = runs.at(-1);
    if (last?.type === type && last.mode === mode) last.documentIds.push(documentId);
    else runs.push({ type, mode, documentIds: [documentId] });
  }
  return runs;
}

/** Attributes whose values are loaded, in the order of the columns `c0`, `c1` … */
export const componentsOf = (type: ContentType) =>
  [...type.attributes.values()].filter(isStored).filter(({ kind }) => kind !== 'scalar');

/**
 * Loads what was locked. A statement of its own: one that waits for its locks still sees what was there before.
 * Its row has `version` (`{c0, …}` or null), `lists` (arrays of `[documentId, locale, key]`) and `ticks`.
 */
export function lowerLoad({ version, lists, ticks }: Needs): Statement {
  const parameters = new Parameters();
  const columns = [
    `${version === null ? 'NULL::json' : lowerVersion(parameters, version)} AS version`,
    `json_build_array(${lists.map((need) => lowerNeighbourhood(parameters, need)).join(', ')}) AS lists`,
    `(SELECT coalesce(json_agg(${tick}), '[]') FROM generate_series(1, ${parameters.add(ticks, 'integer')})) AS ticks`,
  ];
  return { text: `SELECT ${columns.join(', ')}`, values: parameters.values };
}

function lowerVersion(parameters: Parameters, version: NonNullable<Needs['version']>): string {
  const { type, documentId, locale, layer } = version;
  const columns = componentsOf(type).map((attribute, index) => `${columnName(attribute)} AS c${index}`);
  const where = [
    `document_id = ${parameters.add(documentId, 'text')}`,
    `locale = ${parameters.add(locale, 'text')}`,
    `status = ${literal(layer)}`,
  ];
  return `(SELECT row_to_json(v) FROM (SELECT ${columns.join(', ')} FROM ${tableName(type)} WHERE ${where.join(' AND ')}) v)`;
}

/** Past this many it is cheaper to load the list than to look around each of them. */
const mostLookups = 200;

function lowerNeighbourhood(parameters: Parameters, need: ListNeed): string {
  const { table, mine, other, key } = listOf(parameters, need);
  const links = `SELECT id, ${other.document} AS document, ${other.locale} AS locale, ${key} AS key FROM ${table} WHERE ${mine} AND ${key} IS NOT NULL`;
  const named = [...need.anchors, ...need.moving];
  const array = 'json_agg(json_build_array(document, locale, key) ORDER BY key, id)';
  if (named.length > mostLookups) return `(SELECT coalesce(${array}, '[]') FROM (${links}) l)`;
  const found = ['SELECT * FROM named', ...neighbours(parameters, need, links, key, other)].join(' UNION ');
  return `(WITH named AS MATERIALIZED (${links} AND ${isOneOf(parameters, other, named)}) SELECT coalesce(${array}, '[]') FROM (${found}) l)`;
}

/** Selects of what stands beside the anchors and at the wanted ends, each by one step in the index. */
function neighbours(
  parameters: Parameters,
  { anchors, moving, ends }: ListNeed,
  links: string,
  key: string,
  other: EndColumns,
): readonly string[] {
  const staying = `${links} AND ${isNoneOf(parameters, other, moving)}`;
  const anchored =
    anchors.length === 0 ? '' : isOneOf(parameters, { document: 'n.document', locale: 'n.locale' }, anchors);
  const near = (than: string, direction: string): string =>
    `SELECT s.* FROM named n, LATERAL (${staying} AND (${key}, id) ${than} (n.key, n.id) ORDER BY ${key} ${direction}, id ${direction} LIMIT 1) s WHERE ${anchored}`;
  const end = (direction: string): string =>
    `(${staying} ORDER BY ${key} ${direction}, id ${direction} LIMIT 1)`;
  return [
    ...(anchors.length === 0 ? [] : [near('<', 'DESC'), near('>', 'ASC')]),
    ...(ends.first ? [end('ASC')] : []),
    ...(ends.last ? [end('DESC')] : []),
  ];
}

/**
 * Gives the links of a list fresh keys. Those of both layers are renewed together, in their common order, so that each
 * layer keeps its own and a key that is the same in both stays the same.
 */
export function lowerRebalance(need: ListNeed): Statement {
  const parameters = new Parameters();
  const { table, mine, side } = listOf(parameters, need);
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
      `WITH fresh AS MATERIALIZED (SELECT id, key, ${tick} AS tick FROM (${present}) present)`,
      `UPDATE ${table} l SET ${draft} = renewed.draft, ${published} = renewed.published`,
      `FROM (${renewed}) renewed WHERE l.id = renewed.id`,
    ].join(' '),
    values: parameters.values,
  };
}

function listOf(parameters: Parameters, need: ListNeed) {
  const { link, side } = placeOf(need);
  const own = linkColumns[side];
  const key = keyColumn(need.layer, side);
  const mine = [
    `${own.document} = ${parameters.addHidden(need.documentId)}`,
    `${own.locale} = ${parameters.add(need.locale, 'text')}`,
  ].join(' AND ');
  return { table: linkTableName(link), mine, other: linkColumns[otherSide(side)], key, side };
}
