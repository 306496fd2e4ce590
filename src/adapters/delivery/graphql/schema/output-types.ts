import {
  GraphQLID,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLUnionType,
  type GraphQLFieldConfig,
} from 'graphql';
import {
  componentOf,
  isSystem,
  type Attribute,
  type Component,
  type ComponentAttribute,
  type ContentType,
  type Scalar,
  type Shaped,
  type Zone,
} from '../../../../domain/schema/schema.js';
import { readItemId, readItems, readScalar, required, typeOfItem } from '../read/found.js';
import { enumType, scalarTypeOf } from './leaf-types.js';
import { listArguments } from './filter-inputs.js';
import { decodeItemRange } from '../read/decode-arguments.js';
import { attributesIn, isEnabled, type Fields, type Generation, type NullableType } from './generation.js';
import { meaning } from './meaning.js';

type Field = GraphQLFieldConfig<unknown, unknown>;

/** The parts of a field without its nullability. */
export interface NullableField extends Field {
  readonly type: NullableType;
}

/** Returns the type with the attributes of a content-type. */
export const documentType = (generation: Generation, type: ContentType): GraphQLObjectType =>
  objectType(generation, generation.shape.names.typeOf(type), type, () => ({
    ...generation.shape.documentFields(generation, type),
    ...attributeFields(generation, type),
  }));

export function componentType(generation: Generation, component: Component): GraphQLObjectType {
  return objectType(generation, generation.shape.names.typeOf(component), component, () => ({
    id: { type: new GraphQLNonNull(GraphQLID), extensions: meaning({ kind: 'id' }), resolve: readItemId },
    ...attributeFields(generation, component),
  }));
}

export const objectType = (
  { types }: Generation,
  name: string,
  { uid }: Shaped,
  fields: () => Fields,
): GraphQLObjectType => types.of(name, uid, () => new GraphQLObjectType({ name, fields }));

export function attributeFields(generation: Generation, shaped: Shaped): Fields {
  const { shape } = generation;
  const fields: Fields = {};
  for (const attribute of attributesIn(generation, shaped, 'output'))
    Object.assign(
      fields,
      shape.fieldsBefore(generation, shaped, attribute),
      fieldsOf(generation, shaped, attribute),
    );
  return fields;
}

/** Returns no field if the attribute's target is disabled. */
function fieldsOf(generation: Generation, shaped: Shaped, attribute: Attribute): Fields {
  const one = (field: NullableField | null): Fields =>
    field === null ? {} : { [attribute.name]: asRequired(generation, shaped, attribute, field) };
  switch (attribute.kind) {
    case 'scalar':
      return one(scalarField(generation, shaped, attribute));
    case 'relation':
      return isEnabled(generation, attribute.target)
        ? generation.shape.relationFields(generation, shaped, attribute)
        : {};
    case 'component':
      return isEnabled(generation, attribute.component) ? one(componentField(generation, attribute)) : {};
    case 'zone':
      return one(zoneField(generation, shaped, attribute));
  }
}

/** Makes the field of a required attribute non-null, where the format has such fields. */
export function asRequired(
  { shape }: Generation,
  shaped: Shaped,
  attribute: Attribute,
  field: NullableField,
  name = attribute.name,
): Field {
  if (!attribute.required || isSystem(attribute) || !shape.hasRequiredFields(shaped)) return field;
  return {
    ...field,
    type: new GraphQLNonNull(field.type),
    ...(field.resolve && { resolve: required(field.resolve, `${shape.names.typeOf(shaped)}.${name}`) }),
  };
}

function scalarField(generation: Generation, shaped: Shaped, attribute: Scalar): NullableField {
  const { name } = attribute;
  const type =
    attribute.type === 'enumeration'
      ? enumType(generation, shaped, attribute)
      : scalarTypeOf(generation.shape, attribute.type);
  return { type, extensions: meaning({ kind: 'scalar', name }), resolve: readScalar(name, attribute.enum) };
}

function componentField(generation: Generation, attribute: ComponentAttribute): NullableField {
  const { name, component: uid, repeatable } = attribute;
  const component = componentOf(generation.schema, uid);
  const type = componentType(generation, component);
  const takesArguments = repeatable && generation.shape.hasItemArguments;
  return {
    type: repeatable ? new GraphQLList(type) : type,
    ...(takesArguments && { args: listArguments(generation, component) }),
    extensions: meaning({ kind: 'component', name, component: uid }),
    resolve: takesArguments ? readItems(name, (args) => decodeItemRange(generation, args)) : readItems(name),
  };
}

/** Returns null if the zone has no members: all its components are disabled. */
function zoneField(generation: Generation, shaped: Shaped, zone: Zone): NullableField | null {
  const { schema, shape, types } = generation;
  const { name } = zone;
  const members = zone.components
    .filter((uid) => isEnabled(generation, uid))
    .map((uid) => componentOf(schema, uid));
  const more = shape.zoneMembers(generation);
  if (members.length + more.length === 0) return null;
  const named = members.map((member) => ({ uid: member.uid, type: shape.names.typeOf(member) }));
  const typeName = shape.names.zoneOf(shaped, zone);
  const union = types.of(
    typeName,
    `${shaped.uid}.${name}`,
    () =>
      new GraphQLUnionType({
        name: typeName,
        types: () => [...members.map((member) => componentType(generation, member)), ...more],
        resolveType: typeOfItem(new Map(named.map(({ uid, type }) => [uid, type]))),
      }),
  );
  return {
    type: new GraphQLList(union),
    extensions: meaning({ kind: 'zone', name, components: named }),
    resolve: readItems(name),
  };
}
