import { isPlainObject } from '../../../../domain/document/plain-object.js';
import { componentOf, type Schema, type Shaped } from '../../../../domain/schema/schema.js';
import { typeNameOf } from '../../codec/type-name.js';

/**
 * The data of a mutation in the form in which REST sends it: ids of items are numbers, items of zones name their
 * component by its uid. What is wrong in it is for the same rules to refuse as in REST.
 */
export function completeData(schema: Schema, shaped: Shaped, data: unknown): unknown {
  if (!isPlainObject(data)) return data;
  const entries = Object.entries(data).map(([key, value]): [string, unknown] => {
    const attribute = shaped.attributes.get(key);
    if (attribute?.kind === 'component')
      return [key, eachOf(value, (item) => itemOf(schema, componentOf(schema, attribute.component), item))];
    if (attribute?.kind === 'zone')
      return [key, eachOf(value, (item) => zoneItem(schema, attribute.components, item))];
    return [key, value];
  });
  return Object.fromEntries(entries);
}

const eachOf = (value: unknown, make: (item: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(make) : make(value);

function itemOf(schema: Schema, component: Shaped, item: unknown): unknown {
  if (!isPlainObject(item)) return item;
  const id = item['id'];
  const completed = completeData(schema, component, item) as object;
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? { ...completed, id: Number(id) } : completed;
}

function zoneItem(schema: Schema, components: readonly string[], item: unknown): unknown {
  if (!isPlainObject(item)) return item;
  const { __typename: typeName, __component: named, ...rest } = item;
  const uid =
    named ?? components.find((each) => typeNameOf(componentOf(schema, each)) === typeName) ?? typeName;
  const component = typeof uid === 'string' ? schema.components.get(uid) : undefined;
  if (component === undefined) return uid === undefined ? rest : { __component: uid, ...rest };
  return { __component: uid, ...(itemOf(schema, component, rest) as object) };
}
