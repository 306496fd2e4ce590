import {
  isSystem,
  type Attribute,
  type Component,
  type ContentType,
  type Schema,
  type Shaped,
} from '../../../domain/schema/schema.js';
import { typeNameOf } from '../codec/type-name.js';
import { contentSchemas, inputAttribute, outputAttribute } from './content-schemas.js';
import { object, schemaRef, type JsonSchema, type Schemas } from './openapi.js';
import { sharedSchemas } from './shared-parts.js';

/**
 * The schemas of entries in the admin API, by the names of their codecs. They are those of the content API, but for relations: an
 * answer has the labels of their first targets, and a body may give these back.
 */
export function entrySchemas(schema: Schema, types: readonly ContentType[]): Schemas {
  const components = [...schema.components.values()];
  const ofType = (suffix: string, make: (type: ContentType) => JsonSchema) =>
    Object.fromEntries(types.map((type) => [`${typeNameOf(type)}.${suffix}`, make(type)]));
  const { DocumentRef, Error, RelationInput: relation } = sharedSchemas;
  return {
    DocumentRef,
    Error,
    RelationInput: { ...relation, anyOf: [...(relation?.anyOf ?? []), schemaRef('NestedPartBody')] },
    ...Object.assign({}, ...components.map((component) => componentSchemas(schema, component))),
    ...ofType('values', (type) => values(schema, type)),
    ...ofType('set', (type) => settable(schema, type)),
    EntryValues: oneOfTypes(types, 'values'),
    EntrySet: oneOfTypes(types, 'set'),
  };
}

const oneOfTypes = (types: readonly ContentType[], suffix: string): JsonSchema =>
  types.length === 0
    ? { type: 'object' }
    : { anyOf: types.map((type) => schemaRef(`${typeNameOf(type)}.${suffix}`)) };

const shownRelation = (): JsonSchema => schemaRef('RelationPart');

/** The names are those of the content API. */
function componentSchemas(schema: Schema, component: Component): Schemas {
  const name = typeNameOf(component);
  const { [`${name}Input`]: input = {} } = contentSchemas(schema, component);
  const shown = shownAttributes(component).map((one) => [
    one.name,
    outputAttribute(schema, one, shownRelation),
  ]);
  return { [name]: object(Object.fromEntries(shown), ['id']), [`${name}Input`]: input };
}

const shownAttributes = ({ attributes }: Shaped): readonly Attribute[] =>
  [...attributes.values()].filter((attribute) => !attribute.private);

const closed = (members: readonly (readonly [string, JsonSchema])[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(members),
  additionalProperties: false,
});

/** Relations are not among the values of an entry. */
const values = (schema: Schema, type: ContentType): JsonSchema =>
  closed(
    shownAttributes(type)
      .filter((attribute) => attribute.kind !== 'relation' && !isSystem(attribute))
      .map((attribute) => [attribute.name, outputAttribute(schema, attribute, shownRelation)]),
  );

/** Of the relations, a body sets files only: all of an attribute. */
const settable = (schema: Schema, type: ContentType): JsonSchema =>
  closed(
    [...type.attributes.values()]
      .filter((attribute) => !isSystem(attribute) && (!attribute.private || isPassword(attribute)))
      .filter((attribute) => attribute.kind !== 'relation' || attribute.media !== undefined)
      .map((attribute) => [attribute.name, inputAttribute(schema, attribute)]),
  );

const isPassword = (attribute: Attribute): boolean =>
  attribute.kind === 'scalar' && attribute.type === 'password';
