import { labelOf } from '../../../../domain/document/label-of.js';
import { isPlainObject } from '../../../../domain/document/plain-object.js';
import { failure } from '../../../../domain/failure.js';
import { reason } from '../../../../domain/reason/reason.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import type { PopulateMember, Query } from '../../../../domain/query/query.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import {
  contentTypeOf,
  isSystem,
  type Attribute,
  type ContentType,
  type Json,
  type Relation,
  type Scalar,
  type Schema,
} from '../../../../domain/schema/schema.js';
import type { DocumentRow, RelatedValues, RowLinks } from '../contract/documents.js';
import { labelsInRow } from '../contract/limits.js';
import { labelMember, labelsOf } from './labels.js';
import { readable } from './readable.js';

/** What a list shows of each entry. */
export type Column =
  | { readonly kind: 'scalar'; readonly name: string }
  | { readonly kind: 'links'; readonly relation: Relation }
  /** An attribute of the entries that a relation leads to. */
  | { readonly kind: 'related'; readonly relation: Relation; readonly name: string };

/** Long texts are not for lists. */
const isShort = (attribute: Attribute): attribute is Scalar =>
  attribute.kind === 'scalar' && !['richtext', 'blocks', 'json', 'array'].includes(attribute.type);

const isLink = (attribute: Attribute): attribute is Relation =>
  attribute.kind === 'relation' && attribute.place.kind !== 'translations';

/**
 * Decodes `columns`; without it, all attributes that `fits` takes, and relations. `attributes` are those that the principal may
 * read.
 */
export function columnsOf(
  schema: Schema,
  principal: Principal,
  attributes: readonly Attribute[],
  given: unknown,
  fits: (attribute: Attribute) => attribute is Scalar = isShort,
): Result<readonly Column[]> {
  const own = attributes.flatMap((attribute): readonly Column[] => {
    if (fits(attribute)) return [{ kind: 'scalar', name: attribute.name }];
    return isLink(attribute) ? [{ kind: 'links', relation: attribute }] : [];
  });
  if (given === undefined || given === '') return ok(own);
  const columns: Column[] = [];
  for (const path of typeof given === 'string' ? new Set(given.split(',')) : ['']) {
    const column =
      own.find((one) => nameOf(one) === path) ?? relatedColumn(schema, principal, attributes, path);
    if (column === undefined)
      return err(failure('QUERY.INVALID_KEY', reason('column.invalid', { column: path }), { key: path }));
    columns.push(column);
  }
  return ok(columns);
}

/** The attribute of the type itself. */
export const nameOf = (column: Column): string =>
  column.kind === 'scalar' ? column.name : column.relation.name;

function relatedColumn(
  schema: Schema,
  principal: Principal,
  attributes: readonly Attribute[],
  path: string,
): Column | undefined {
  const [through = '', ...rest] = path.split('.');
  const name = rest.join('.');
  const relation = attributes.find((attribute) => attribute.name === through);
  if (relation === undefined || !isLink(relation)) return undefined;
  const target = readable(principal, contentTypeOf(schema, relation.target)) ?? [];
  const isThere = target.some((attribute) => attribute.name === name && isShort(attribute));
  return isThere ? { kind: 'related', relation, name } : undefined;
}

const countOf = (name: string): string => `${name} count`;

/** Returns what is read of each entry with the first `links` of each relation, so that one read gives all columns. */
export function selectionOf(
  schema: Schema,
  principal: Principal,
  type: ContentType,
  attributes: readonly Attribute[],
  columns: readonly Column[],
  links = labelsInRow,
): Pick<Query, 'fields' | 'populate'> {
  const label = labelOf(type, new Set(attributes.map(({ name }) => name)));
  const scalars = columns.flatMap((column) => (column.kind === 'scalar' ? [column.name] : []));
  const always = attributes
    .filter(isSystem)
    .filter(({ kind }) => kind === 'scalar')
    .map(({ name }) => name);
  const relations = new Set(columns.flatMap((column) => (column.kind === 'scalar' ? [] : [column.relation])));
  const members = [...relations].flatMap((relation): readonly PopulateMember[] => {
    const { name, many } = relation;
    const member = labelMember(schema, principal, relation, links);
    if (member === null) return [];
    const related = columns.flatMap((column) =>
      column.kind === 'related' && column.relation === relation ? [column.name] : [],
    );
    const fields = [...new Set([...(member.fields ?? []), ...related])];
    const count = { name, as: countOf(name), count: true };
    return [{ ...member, fields }, ...(many ? [count] : [])];
  });
  return {
    fields: [...new Set([...always, label, ...scalars])],
    ...(members.length > 0 && { populate: { all: false, members } }),
  };
}

type Cells = { -readonly [K in 'values' | 'links' | 'related']: Record<string, DocumentRow[K][string]> };

/** Makes the cells of a row that was read with `selectionOf`. */
export function cellsOf(
  schema: Schema,
  columns: readonly Column[],
  row: Readonly<Record<string, Json>>,
): Pick<DocumentRow, 'values' | 'links' | 'related'> {
  const cells: Cells = { values: {}, links: {}, related: {} };
  for (const column of columns) {
    const value = row[nameOf(column)];
    if (column.kind === 'scalar') cells.values[column.name] = value ?? null;
    else if (value !== undefined) {
      const { relation } = column;
      const counted = relation.many ? countIn(row[countOf(relation.name)]) : undefined;
      if (column.kind === 'links') cells.links[relation.name] = linksOf(schema, relation, value, counted);
      else cells.related[`${relation.name}.${column.name}`] = relatedIn(column.name, value, counted);
    }
  }
  return cells;
}

/** `counted` undefined: of a relation to one. */
function linksOf(
  schema: Schema,
  relation: Relation,
  value: Json,
  counted: number | null | undefined,
): RowLinks {
  const labels = labelsOf(schema, relation, value);
  return { labels, total: counted === undefined ? labels.length : counted };
}

function relatedIn(name: string, value: Json, counted: number | null | undefined): RelatedValues {
  const values = (Array.isArray(value) ? (value as readonly Json[]) : [value]).flatMap((document) =>
    isPlainObject(document) ? [document[name] ?? null] : [],
  );
  return { values, total: counted === undefined ? values.length : counted };
}

const countIn = (counted: unknown): number | null => {
  const count = (counted as { readonly count?: unknown } | null | undefined)?.count;
  return typeof count === 'number' ? count : null;
};
