import {
  componentOf,
  contentTypeOf,
  type Attribute,
  type Schema,
  type Shaped,
} from '../../../domain/schema/schema.js';

type Values = Readonly<Record<string, unknown>>;

/** Returns documents in the format of Strapi 4: attributes in `attributes`, relations in `{ data }`. */
export function nested(schema: Schema, shaped: Shaped, data: unknown): unknown {
  return each(data, (document) => {
    const { id, documentId, ...rest } = document;
    const attributes = members(schema, shaped, rest);
    return { ...(id !== undefined && { id }), ...(documentId !== undefined && { documentId }), attributes };
  });
}

const members = (schema: Schema, shaped: Shaped, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, member(schema, shaped.attributes.get(name), value)]),
  );

function member(schema: Schema, attribute: Attribute | undefined, value: unknown): unknown {
  switch (attribute?.kind) {
    case 'relation':
      return { data: nested(schema, contentTypeOf(schema, attribute.target), value) };
    case 'component':
      return each(value, (item) => members(schema, componentOf(schema, attribute.component), item));
    case 'zone':
      return each(value, (item) => {
        const component = schema.components.get(String(item['__component']));
        return component === undefined ? item : members(schema, component, item);
      });
    default:
      return value;
  }
}

/** Applies `make` to one value or to each of a list; null stays null. */
function each(value: unknown, make: (value: Values) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => each(item, make));
  return typeof value === 'object' && value !== null ? make(value as Values) : value;
}
