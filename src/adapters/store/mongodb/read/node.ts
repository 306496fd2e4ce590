import type { Context, Order, ReadPlan, Shape } from '../../../../domain/plan/read-plan.js';
import type { ContentType, Scalar } from '../../../../domain/schema/schema.js';
import { isValue } from '../../../../domain/schema/schema.js';
import type { Layer, ReadLayer } from '../../../../domain/query/query.js';
import { fieldOf, type VersionRow } from '../layout.js';

/** A stored version or its projected fields, with the fields that joins have added. */
export type Row = Pick<VersionRow, '_id' | 'documentId' | 'locale'> & Readonly<Record<string, unknown>>;

/** A stored item of a component. */
export type ItemRow = Readonly<Record<string, unknown>>;

/** A node of the answer's tree: a version, or a component item inside it. */
export interface Node {
  readonly row: Row;
  readonly item: ItemRow | null;
  /** The locales in which the node's relations are followed. */
  readonly locale: Context['locale'];
  /** The layer in which the node's relations are followed if the plan is for any layer. */
  readonly layer: ReadLayer;
}

/**
 * The node of a version that was reached in a context. If the version has a locale, its relations are followed in
 * that; likewise its layer, if the context has any.
 */
export const nodeOf = (type: ContentType, row: Row, { locale, layer }: Context): Node => ({
  row,
  item: null,
  locale: row.locale === '' ? locale : row.locale,
  layer: layer === 'any' && type.draftAndPublish ? (row[layerField] as Layer) : layer,
});

const layerField = '_layer';

/** The stored value of an attribute of the node. */
export const contentAt = ({ row, item }: Node, name: string): unknown => (item ?? row)[name];

/** The stored value of a scalar attribute. In versions, system fields have names of their own. */
export const scalarAt = ({ row, item }: Node, field: Scalar): unknown =>
  item === null ? row[fieldOf(field)] : item[field.name];

/** The items of a component or zone in order. A single component is a list of at most one item. */
export function itemsAt(node: Node, name: string): readonly ItemRow[] {
  const content = contentAt(node, name);
  if (content === undefined || content === null) return [];
  return (Array.isArray(content) ? content : [content]) as readonly ItemRow[];
}

/** The fields of a version that is only counted. */
export const identityFields: readonly string[] = ['documentId', 'locale'];

/** The fields that the rows of a page need besides those of their shape. */
export const layerFields = ({ type, context }: ReadPlan): readonly string[] =>
  context.layer === 'any' && type.draftAndPublish ? [layerField] : [];

/** The fields of a version that its shape and order need. */
export function fieldsOf(shape: Shape, order: readonly Pick<Order, 'hops' | 'field'>[]): readonly string[] {
  const fields = new Set(identityFields);
  for (const member of shape.members) {
    if (member.kind === 'field') fields.add(fieldOf(member.field));
    if (member.kind === 'component' || member.kind === 'zone') fields.add(member.attribute.name);
  }
  for (const { hops, field } of order) {
    const [first] = hops;
    if (first === undefined) fields.add(fieldOf(field));
    else if (first.kind === 'component') fields.add(first.attribute.name);
  }
  return [...fields];
}

const times = ['createdAt', 'updatedAt', 'publishedAt'];

/**
 * The projection to `fields`; null if it would leave nothing out. It names the fields to keep or the fields to
 * leave out, whichever are fewer, because servers take longer the more names a projection has.
 */
export function projectionOf(
  type: ContentType,
  fields: readonly string[],
): Readonly<Record<string, 0 | 1>> | null {
  const kept = new Set(fields);
  const content = [...type.attributes.values()].filter(isValue).map(({ name }) => name);
  const others = [...content, ...times].filter((name) => !kept.has(name));
  if (others.length === 0) return null;
  return others.length < fields.length ? allAs(others, 0) : allAs(fields, 1);
}

const allAs = <Sign extends 0 | 1>(names: readonly string[], sign: Sign): Readonly<Record<string, Sign>> =>
  Object.fromEntries(names.map((name) => [name, sign]));

/** The stage of that projection, if it is needed. */
export function projectionStages(
  type: ContentType,
  fields: readonly string[],
): readonly Readonly<Record<string, unknown>>[] {
  const projection = projectionOf(type, fields);
  return projection === null ? [] : [{ $project: projection }];
}
