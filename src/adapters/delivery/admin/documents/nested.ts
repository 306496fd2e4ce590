import { isPlainObject } from '../../../../domain/document/plain-object.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import {
  componentOf,
  type Attribute,
  type Component,
  type ComponentAttribute,
  type Json,
  type Relation,
  type Schema,
  type Zone,
} from '../../../../domain/schema/schema.js';
import { NestedPartBody, type LinkOperation, type NestedPart } from '../contract/links.js';
import { linksWithEntry } from '../contract/limits.js';
import { decodePart } from '../decode-body.js';
import { labelsOf } from './labels.js';

type Item = Readonly<Record<string, unknown>>;

/** The component of an item; undefined if there is no such one. */
function shapeOf(schema: Schema, attribute: ComponentAttribute | Zone, item: Item): Component | undefined {
  if (attribute.kind === 'component') return componentOf(schema, attribute.component);
  const uid = attribute.components.find((one) => one === item['__component']);
  return uid === undefined ? undefined : componentOf(schema, uid);
}

/** The first targets of a relation as it was read, one more than is shown; all of its files. */
export function partOf(schema: Schema, { target, many, media }: Relation, value: Json): NestedPart {
  const all = labelsOf(schema, { target }, value);
  const items = media === undefined ? all.slice(0, linksWithEntry) : all;
  return { target, many, items, hasMore: all.length > items.length };
}

/** Shows the relations inside of a component or zone with the labels of their targets. */
export function presentNested(schema: Schema, attribute: ComponentAttribute | Zone, value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => presentNested(schema, attribute, item));
  if (!isPlainObject(value)) return value;
  const shape = shapeOf(schema, attribute, value);
  const members = Object.entries(value).map(([name, member]) => {
    const inside = shape?.attributes.get(name);
    return [name, presentMember(schema, inside, member ?? null)] as const;
  });
  return Object.fromEntries(members);
}

function presentMember(schema: Schema, attribute: Attribute | undefined, value: Json): Json {
  if (attribute?.kind === 'relation') return { ...partOf(schema, attribute, value) };
  return attribute === undefined || attribute.kind === 'scalar'
    ? value
    : presentNested(schema, attribute, value);
}

/** Makes what REST takes of a component or zone: each `NestedPart` becomes an edit, or is left out where it has none. */
export function nestedData(
  schema: Schema,
  attribute: ComponentAttribute | Zone,
  value: unknown,
): Result<unknown> {
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value as unknown[]) {
      const data = nestedData(schema, attribute, item);
      if (!data.ok) return data;
      items.push(data.value);
    }
    return ok(items);
  }
  if (!isPlainObject(value)) return ok(value);
  const shape = shapeOf(schema, attribute, value);
  const isNew = value['id'] === undefined || value['id'] === null;
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const data = memberData(schema, shape?.attributes.get(name), member, isNew);
    if (!data.ok) return data;
    if (data.value !== undefined) members.push([name, data.value]);
  }
  return ok(Object.fromEntries(members));
}

function memberData(
  schema: Schema,
  attribute: Attribute | undefined,
  value: unknown,
  isNew: boolean,
): Result<unknown> {
  if (attribute === undefined || attribute.kind === 'scalar') return ok(value);
  if (attribute.kind !== 'relation') return nestedData(schema, attribute, value);
  if (!isPlainObject(value) || !('items' in value)) return ok(value);
  const part = decodePart(NestedPartBody, value);
  return part.ok ? ok(editOf(part.value, isNew)) : err(part.failure);
}

function editOf({ items, operations = [], replaces = false }: NestedPartBody, isNew: boolean): unknown {
  if (operations.length > 0) return relationOf(lastOf(operations));
  if (!replaces && !(isNew && items.length > 0)) return undefined;
  return items.map(({ documentId, locale }) => ({
    documentId,
    ...(typeof locale === 'string' && { locale }),
  }));
}

/** Of several operations on one target the last one counts. */
export const lastOf = (operations: readonly LinkOperation[]): readonly LinkOperation[] =>
  operations.filter(
    ({ documentId, locale }, at) =>
      !operations.slice(at + 1).some((one) => one.documentId === documentId && one.locale === locale),
  );

/** Makes what REST takes of the operations of one relation. */
export function relationOf(operations: readonly LinkOperation[]) {
  const connect: object[] = [];
  const disconnect: object[] = [];
  for (const operation of operations) {
    const { documentId, locale } = operation;
    const target = { documentId, ...(locale !== undefined && { locale }) };
    if (operation.kind === 'disconnect') disconnect.push(target);
    else connect.push({ ...target, ...(operation.position && { position: operation.position }) });
  }
  return { ...(connect.length > 0 && { connect }), ...(disconnect.length > 0 && { disconnect }) };
}
