import { isPlainObject } from '../document/plain-object.js';
import type { Populate, PopulateMember } from '../query/query.js';
import {
  componentOf,
  isSystem,
  type Attribute,
  type Json,
  type Relation,
  type Schema,
  type Shaped,
} from '../schema/schema.js';
import { differenceOf } from './difference.js';

/**
 * What a version contained, by attribute name: scalars in the form of answers, components without ids of items, and
 * relations as documentIds in their order. Neither system fields nor private attributes.
 */
export type Content = { readonly [name: string]: Json };

/** A list with more targets is not kept: the value is then `tooMany`. */
export const mostTargets = 1_000;
export const tooMany: Json = Object.freeze({ tooMany: true });

export const isTooMany = (value: Json | undefined): boolean =>
  isPlainObject(value) && value['tooMany'] === true;

/** Whether the history has the attribute. */
export const isKept = (attribute: Attribute): boolean =>
  !attribute.private &&
  !isSystem(attribute) &&
  !(attribute.kind === 'scalar' && attribute.type === 'password') &&
  !(attribute.kind === 'relation' && attribute.place.kind === 'translations');

const keptOf = ({ attributes }: Shaped): readonly Attribute[] => [...attributes.values()].filter(isKept);

/** Components can contain themselves. */
const deepest = 8;

/** What a query has to select so that `contentOf` finds everything. */
export function selectContent(
  schema: Schema,
  shaped: Shaped,
  depth = 0,
): { readonly fields: readonly string[]; readonly populate: Populate } {
  const members = keptOf(shaped).flatMap((attribute) => memberOf(schema, attribute, depth));
  const scalars = keptOf(shaped).filter(({ kind }) => kind === 'scalar');
  return { fields: scalars.map(({ name }) => name), populate: { all: false, members } };
}

function memberOf(schema: Schema, attribute: Attribute, depth: number): readonly PopulateMember[] {
  const { name, kind } = attribute;
  if (kind === 'scalar' || (depth === deepest && kind !== 'relation')) return [];
  const inside = (uid: string) => selectContent(schema, componentOf(schema, uid), depth + 1);
  switch (kind) {
    case 'relation':
      return [{ name, fields: ['documentId'], range: { offset: 0, limit: mostTargets + 1 } }];
    case 'component':
      return [{ name, ...inside(attribute.component) }];
    case 'zone':
      return [{ name, on: attribute.components.map((component) => ({ component, ...inside(component) })) }];
  }
}

/**
 * Returns the content of a version that was read with `selectContent`. Attributes that were not read are empty; a list that is
 * null has too many targets (`Limits.links`).
 */
export const contentOf = (schema: Schema, shaped: Shaped, read: { readonly [name: string]: Json }): Content =>
  Object.fromEntries(
    keptOf(shaped).map((attribute) => [attribute.name, keptValue(schema, attribute, read[attribute.name])]),
  );

function keptValue(schema: Schema, attribute: Attribute, read: Json | undefined): Json {
  const value = read ?? null;
  switch (attribute.kind) {
    case 'scalar':
      return value;
    case 'relation':
      return attribute.many && read === null ? tooMany : keptTargets(attribute, value);
    case 'component': {
      const component = componentOf(schema, attribute.component);
      return mapItems(value, (item) => contentOf(schema, component, item));
    }
    case 'zone':
      return mapItems(value ?? [], (item) => {
        const uid = item['__component'] as string;
        return { __component: uid, ...contentOf(schema, componentOf(schema, uid), item) };
      });
  }
}

function keptTargets({ many }: Relation, value: Json): Json {
  const targets = (Array.isArray(value) ? value : value === null ? [] : [value]) as readonly Content[];
  const ids = targets.map(({ documentId }) => documentId ?? null);
  if (!many) return ids[0] ?? null;
  return ids.length > mostTargets ? tooMany : ids;
}

/** Changes each item of a component's value: null, one item, or a list of items. */
export function mapItems(value: Json, change: (item: Content) => Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => mapItems(item, change));
  return isPlainObject(value) ? change(value) : value;
}

/** The names of the attributes that differ. A name that one of the two lacks counts as null. */
export function changedNames(from: Content, to: Content): readonly string[] {
  const names = new Set([...Object.keys(from), ...Object.keys(to)]);
  return [...names].filter((name) => differenceOf(emptyAsNull(from[name]), emptyAsNull(to[name])) !== null);
}

const emptyAsNull = (value: Json | undefined): Json =>
  value === undefined || (Array.isArray(value) && value.length === 0) ? null : value;
