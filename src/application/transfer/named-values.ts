import type { Json, Schema, Shaped, Stored } from '../../domain/schema/schema.js';
import { componentOf, isContent } from '../../domain/schema/schema.js';

type Values = Readonly<Record<string, Json>>;

/**
 * Returns the values of attributes in the schema. Component items may keep members that were removed from the schema
 * files, in a store-specific form: these are omitted, and reported by their path. Null members of items are omitted
 * without a report, as null means absence.
 */
export function namedValues(
  schema: Schema,
  shaped: Shaped,
  values: Values,
  onLeftOut: (path: string) => void,
): Values {
  const named = Object.entries(values).map(([name, value]): [string, Json] => {
    const attribute = shaped.attributes.get(name);
    if (attribute === undefined || !isContent(attribute) || attribute.kind === 'scalar') return [name, value];
    return [name, namedItems(schema, attribute, value, `${shaped.uid} ${name}`, onLeftOut)];
  });
  return Object.fromEntries(named);
}

function namedItems(
  schema: Schema,
  attribute: Exclude<Stored, { kind: 'scalar' }>,
  value: Json,
  path: string,
  onLeftOut: (path: string) => void,
): Json {
  if (Array.isArray(value))
    return value.flatMap((item: Json) => namedItem(schema, attribute, item as Values, path, onLeftOut) ?? []);
  return value === null ? null : namedItem(schema, attribute, value as Values, path, onLeftOut);
}

function namedItem(
  schema: Schema,
  attribute: Exclude<Stored, { kind: 'scalar' }>,
  item: Values,
  path: string,
  onLeftOut: (path: string) => void,
): Json {
  const uid = attribute.kind === 'component' ? attribute.component : item['__component'];
  if (typeof uid !== 'string' || !schema.components.has(uid)) {
    onLeftOut(`${path} (${JSON.stringify(uid)})`);
    return null;
  }
  const component = componentOf(schema, uid);
  const members = Object.entries(item).flatMap(([name, value]): [string, Json][] => {
    if (name === '__component') return [[name, value]];
    if (value === null) return [];
    const member = component.attributes.get(name);
    const below = attribute.kind === 'zone' ? `${path} (${uid}).${name}` : `${path}.${name}`;
    if (member === undefined) {
      onLeftOut(below);
      return [];
    }
    if (member.kind === 'scalar' || member.kind === 'relation') return [[name, value]];
    return [[name, namedItems(schema, member, value, below, onLeftOut)]];
  });
  return Object.fromEntries(members);
}
