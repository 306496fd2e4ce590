import { familyOf } from '../../../domain/document/value.js';
import {
  componentOf,
  contentTypeOf,
  isSystem,
  type Attribute,
  type ComponentAttribute,
  type ContentType,
  type Relation,
  type Schema,
  type Shaped,
  type Zone,
} from '../../../domain/schema/schema.js';
import { listOf, nullable, object, schemaRef, text, type JsonSchema } from './openapi.js';
import { typeNameOf } from '../codec/type-name.js';
import { filterNames, inputValue, outputValue } from './value-schemas.js';

type Members = readonly (readonly [string, JsonSchema])[];

/** Returns the schemas of one content-type or component: output, input, filters and populate. */
export function contentSchemas(schema: Schema, shaped: Shaped): Readonly<Record<string, JsonSchema>> {
  const name = typeNameOf(shaped);
  const visible = [...shaped.attributes.values()].filter((attribute) => !attribute.private);
  return {
    [name]: outputSchema(schema, shaped, visible),
    [`${name}Input`]: inputSchema(schema, shaped),
    [`${name}Filters`]: filtersSchema(schema, name, visible),
    [`${name}Populate`]: populateSchema(schema, visible),
    [`${name}Member`]: memberSchema(name, shaped),
  };
}

/** What an answer has for a relation. */
type Linked = (relation: Relation) => JsonSchema;

function outputSchema(schema: Schema, shaped: Shaped, visible: readonly Attribute[]): JsonSchema {
  const isComponent = schema.components.has(shaped.uid);
  return {
    ...object(
      Object.fromEntries(visible.map((attribute) => [attribute.name, outputAttribute(schema, attribute)])),
      isComponent ? ['id'] : ['id', 'documentId'],
    ),
    description: isComponent
      ? 'A component. Its relations and components are there where they are populated.'
      : 'Attributes are absent where `fields` leaves them out; relations, components and media where they are not populated.',
  };
}

export function outputAttribute(
  schema: Schema,
  attribute: Attribute,
  linked: Linked = (relation) => relationOutput(schema, relation),
): JsonSchema {
  switch (attribute.kind) {
    case 'scalar':
      return outputValue(attribute);
    case 'relation':
      return linked(attribute);
    case 'component':
      return manyOf(attribute, schemaRef(typeNameOf(componentOf(schema, attribute.component))));
    case 'zone':
      return zoneItems(schema, attribute, '');
  }
}

const count = object({ count: { type: 'integer' } });

function relationOutput(schema: Schema, relation: Relation): JsonSchema {
  const target = schemaRef(typeNameOf(contentTypeOf(schema, relation.target)));
  const value = relation.many ? listOf(target) : nullable(target);
  return { anyOf: [value, { ...count, description: 'Where `count` was asked for.' }] };
}

const manyOf = ({ repeatable, min, max }: ComponentAttribute, item: JsonSchema): JsonSchema =>
  repeatable ? { ...listOf(item), ...itemBounds({ min, max }) } : nullable(item);

const itemBounds = ({ min, max }: { min?: number | undefined; max?: number | undefined }): JsonSchema => ({
  ...(min !== undefined && { minItems: min }),
  ...(max !== undefined && { maxItems: max }),
});

/** Returns the schema of a zone. Its items have the uid of their component in `__component`. */
function zoneItems(schema: Schema, { components }: Zone, suffix: '' | 'Input'): JsonSchema {
  if (components.length === 0) return { ...listOf({}), maxItems: 0 };
  return listOf({
    anyOf: components.map((uid) => ({
      allOf: [
        object({ __component: { const: uid } }),
        schemaRef(typeNameOf(componentOf(schema, uid)) + suffix),
      ],
    })),
  });
}

function inputSchema(schema: Schema, shaped: Shaped): JsonSchema {
  const writable = [...shaped.attributes.values()].filter((attribute) => !isSystem(attribute));
  const members: Members = writable.map((attribute) => [attribute.name, inputAttribute(schema, attribute)]);
  const item: Members = schema.components.has(shaped.uid)
    ? [['id', { type: 'integer', description: 'Of an item that stays and is changed in part.' }]]
    : [];
  return object(Object.fromEntries([...item, ...members]), []);
}

export function inputAttribute(schema: Schema, attribute: Attribute): JsonSchema {
  switch (attribute.kind) {
    case 'scalar':
      return inputValue(attribute);
    case 'relation':
      return schemaRef('RelationInput');
    case 'component':
      return manyOf(attribute, schemaRef(`${typeNameOf(componentOf(schema, attribute.component))}Input`));
    case 'zone':
      return { ...itemBounds(attribute), ...zoneItems(schema, attribute, 'Input') };
  }
}

/** Returns the attributes that a create must send: required, without a default. Drafts may lack them. */
export const requiredInput = ({ attributes, draftAndPublish }: ContentType): readonly string[] =>
  draftAndPublish
    ? []
    : [...attributes.values()]
        .filter(
          (attribute) =>
            attribute.required &&
            !isSystem(attribute) &&
            !(attribute.kind === 'scalar' && (attribute.default !== undefined || attribute.type === 'uid')),
        )
        .map(({ name }) => name);

function filtersSchema(schema: Schema, name: string, visible: readonly Attribute[]): JsonSchema {
  const self = schemaRef(`${name}Filters`);
  const own = visible.flatMap((attribute) => {
    const condition = filterOf(schema, attribute);
    return condition === undefined ? [] : [[attribute.name, condition] as const];
  });
  const properties = {
    ...Object.fromEntries(own),
    $and: listOf(self),
    $or: listOf(self),
    $not: self,
  };
  return { type: 'object', properties, additionalProperties: false };
}

function filterOf(schema: Schema, attribute: Attribute): JsonSchema | undefined {
  switch (attribute.kind) {
    case 'scalar':
      return schemaRef(filterNames[familyOf(attribute.type)]);
    case 'relation':
      return schemaRef(`${typeNameOf(contentTypeOf(schema, attribute.target))}Filters`);
    case 'component':
      return schemaRef(`${typeNameOf(componentOf(schema, attribute.component))}Filters`);
    case 'zone':
      return undefined;
  }
}

const names: JsonSchema = {
  ...text,
  description: '`*` for one level, a name, several separated by commas, or a dotted path.',
};

function populateSchema(schema: Schema, visible: readonly Attribute[]): JsonSchema {
  const members = visible.flatMap((attribute) => {
    const member = memberOf(schema, attribute);
    return member === undefined ? [] : [[attribute.name, member] as const];
  });
  return {
    anyOf: [
      names,
      listOf(text),
      { type: 'object', properties: Object.fromEntries(members), additionalProperties: false },
    ],
  };
}

function memberOf(schema: Schema, attribute: Attribute): JsonSchema | undefined {
  switch (attribute.kind) {
    case 'scalar':
      return undefined;
    case 'relation':
      return schemaRef(`${typeNameOf(contentTypeOf(schema, attribute.target))}Member`);
    case 'component':
      return schemaRef(`${typeNameOf(componentOf(schema, attribute.component))}Member`);
    case 'zone':
      return zoneMember(schema, attribute);
  }
}

const whole: JsonSchema = { enum: [true, 'true', '*'] };

function zoneMember(schema: Schema, { components }: Zone): JsonSchema {
  const on = Object.fromEntries(
    components.map((uid) => [uid, schemaRef(`${typeNameOf(componentOf(schema, uid))}Member`)]),
  );
  const properties = { on: { type: 'object', properties: on, additionalProperties: false } };
  return { anyOf: [whole, { type: 'object', properties, additionalProperties: false }] };
}

/** Returns the schema of the options of a populated member. */
function memberSchema(name: string, shaped: Shaped): JsonSchema {
  const properties = {
    fields: schemaRef('Fields'),
    filters: schemaRef(`${name}Filters`),
    sort: schemaRef('Sort'),
    populate: schemaRef(`${name}Populate`),
    ...('shaped' in shaped && shaped.shaped === 'content-type' && { count: { type: 'boolean' } }),
  };
  return { anyOf: [whole, { type: 'object', properties, additionalProperties: false }] };
}
