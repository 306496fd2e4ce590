import type { InventoryPart } from '../../../../application/ports/archive-store.js';
import {
  isValue,
  isLayered,
  type ContentType,
  type Link,
  type Schema,
} from '../../../../domain/schema/schema.js';
import {
  columnOf,
  draftColumns,
  keyColumn,
  linkColumns,
  pendingColumn,
  quote,
  linkTableName,
  tableName,
} from '../layout.js';
import { canonical } from '../read/lowering.js';

/** Selects the JSON text of an `ArchivedVersion` per row. Its values are by column, and still contain nulls. */
export function lowerVersions(type: ContentType, after: number): string {
  const values = [...type.attributes.values()]
    .filter(isValue)
    .map((attribute) => [columnOf(attribute), canonical('t', attribute)] as const);
  const draftOnly = type.draftAndPublish
    ? ([
        ['publishedId', `t.${draftColumns.publishedId}`],
        ['hasChanges', `t.${draftColumns.hasChanges}`],
        ['isPublished', isPublished(type)],
      ] as const)
    : ([
        ['publishedId', 'NULL'],
        ['hasChanges', 'false'],
        ['isPublished', 'false'],
      ] as const);
  const members = [
    ['id', 't.id'],
    ['documentId', 't.document_id'],
    ['locale', 't.locale'],
    ['layer', 't.status'],
    ...(['created', 'updated', 'published'] as const).map(
      (time) => [`${time}At`, iso(`t.${time}_at`)] as const,
    ),
    ...draftOnly,
    ['values', values.length === 0 ? `'{}'::json` : `(${rowOf(values)})`],
  ] as const;
  return selectRows(tableName(type), members, after);
}

const isPublished = (type: ContentType): string =>
  `(t.status = 'draft' AND EXISTS (SELECT FROM ${tableName(type)} p WHERE p.document_id = t.document_id AND p.locale = t.locale AND p.status = 'published'))`;

/** Selects the JSON text of an `ArchivedLink` per row. */
export function lowerLinks(schema: Schema, link: Link, after: number): string {
  const layered = isLayered(schema, link);
  const end = (side: 'source' | 'target'): string =>
    rowOf([
      ['documentId', `t.${linkColumns[side].document}`],
      ['locale', `t.${linkColumns[side].locale}`],
    ]);
  const keys = (layer: 'draft' | 'published'): string => {
    const [own, inverse] = [keyColumn(layer, 'source'), keyColumn(layer, 'target')];
    const both = rowOf([
      ['source', `t.${own}`],
      ['target', `t.${inverse}`],
    ]);
    return `(CASE WHEN t.${own} IS NOT NULL OR t.${inverse} IS NOT NULL THEN (${both}) END)`;
  };
  const pending = rowOf([
    ['source', layered ? `t.${pendingColumn('source')}` : 'false'],
    ['target', layered ? `t.${pendingColumn('target')}` : 'false'],
  ]);
  return selectRows(
    linkTableName(link),
    [
      ['id', 't.id'],
      ['source', `(${end('source')})`],
      ['target', `(${end('target')})`],
      ['draft', keys('draft')],
      ['published', keys('published')],
      ['pending', `(${pending})`],
    ],
    after,
  );
}

type Member = readonly [name: string, value: string];

/** Builds JSON from a row, because `json_build_object` takes at most a hundred arguments. */
const rowOf = (members: readonly Member[]): string =>
  `SELECT row_to_json(m) FROM (SELECT ${members.map(([name, value]) => `${value} AS ${quote(name)}`).join(', ')}) m`;

/** Puts `after` into the text, because `DECLARE` takes no parameters. It is a number, so this is safe. */
const selectRows = (table: string, members: readonly Member[], after: number): string =>
  `SELECT (${rowOf(members)})::text AS row FROM ${table} t WHERE t.id > ${Math.trunc(after)} ORDER BY t.id`;

const iso = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Selects one `InventoryRow`. */
export function lowerInventory(
  schema: Schema,
  part: { readonly type: ContentType } | { readonly link: Link },
): string {
  if ('type' in part) {
    const changed = part.type.draftAndPublish
      ? `count(*) FILTER (WHERE t.${draftColumns.hasChanges})`
      : `0::bigint`;
    const times = ['updated_at', 'published_at'].map(summed);
    return counted(tableName(part.type), [...times, `${changed}::text`]);
  }
  const { link } = part;
  const flags = isLayered(schema, link)
    ? [pendingColumn('source'), pendingColumn('target')].map(
        (column) => `(count(*) FILTER (WHERE t.${column}))::text`,
      )
    : [`'0'`, `'0'`];
  const keys = [keyColumn('draft', 'source'), keyColumn('published', 'source')].map(
    (column) => `count(t.${column})::text`,
  );
  return counted(linkTableName(link), [...keys, ...flags]);
}

/** Sums milliseconds modulo 10⁹, as all stores do, so that JavaScript numbers suffice. */
const summed = (column: string): string =>
  `coalesce(sum(mod((extract(epoch FROM t.${column}) * 1000)::bigint, 1000000000)), 0)::text`;

const counted = (table: string, details: readonly string[]): string =>
  `SELECT count(*)::text AS rows, coalesce(max(t.id), 0)::text AS "lastId", concat_ws(' ', ${details.join(', ')}) AS detail FROM ${table} t`;

export type InventoryRow = { readonly [Key in keyof InventoryPart]: string };
