import {
  GraphQLID,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLUnionType,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigMap,
} from 'graphql';
import {
  componentOf,
  contentTypeOf,
  type Attribute,
  type Component,
  type ComponentAttribute,
  type ContentType,
  type Relation,
  type Scalar,
  type Shaped,
  type Zone,
} from '../../../../domain/schema/schema.js';
import {
  readAttributes,
  readData,
  readEntityId,
  readItemId,
  readItems,
  readRelation,
  readScalar,
  typeOfItem,
} from '../read/found.js';
import { createEnum, scalarTypeOf } from './leaf-types.js';
import { attributesIn, isEnabled, type Generation } from './generation.js';
import { listArguments } from './filter-inputs.js';
import { meaning } from './meaning.js';
import { enumNameOf, zoneNameOf } from './type-names.js';
import { typeNameOf } from '../../codec/type-name.js';

type Field = GraphQLFieldConfig<unknown, unknown>;
type Fields = GraphQLFieldConfigMap<unknown, unknown>;

/** Returns the type `<Name>EntityResponse`. */
export function responseType(generation: Generation, type: ContentType): GraphQLObjectType {
  const name = `${typeNameOf(type)}EntityResponse`;
  return objectType(generation, name, type, () => ({ data: dataField(entityType(generation, type)) }));
}

/** Returns the type `<Name>EntityResponseCollection`. */
export function collectionType(generation: Generation, type: ContentType): GraphQLObjectType {
  const name = `${typeNameOf(type)}EntityResponseCollection`;
  return objectType(generation, name, type, () => ({
    data: dataField(listOf(entityType(generation, type))),
    meta: generation.meta,
  }));
}

/** Returns the type `<Name>RelationResponseCollection`. It exists for every content-type, as in Strapi. */
export function relationCollectionType(generation: Generation, type: ContentType): GraphQLObjectType {
  const name = `${typeNameOf(type)}RelationResponseCollection`;
  return objectType(generation, name, type, () => ({
    data: dataField(listOf(entityType(generation, type))),
  }));
}

/** Returns the type `<Name>Entity`. It has no `attributes` if the app has disabled all of them. */
function entityType(generation: Generation, type: ContentType): GraphQLObjectType {
  return objectType(generation, `${typeNameOf(type)}Entity`, type, () => ({
    id: { type: GraphQLID, extensions: meaning({ kind: 'id' }), resolve: readEntityId },
    ...(Object.keys(attributeFields(generation, type)).length > 0 && {
      attributes: {
        type: attributesType(generation, type),
        extensions: meaning({ kind: 'attributes' }),
        resolve: readAttributes,
      },
    }),
  }));
}

const attributesType = (generation: Generation, type: ContentType): GraphQLObjectType =>
  objectType(generation, typeNameOf(type), type, () => attributeFields(generation, type));

function componentType(generation: Generation, component: Component): GraphQLObjectType {
  return objectType(generation, typeNameOf(component), component, () => ({
    id: { type: new GraphQLNonNull(GraphQLID), extensions: meaning({ kind: 'id' }), resolve: readItemId },
    ...attributeFields(generation, component),
  }));
}

const objectType = (
  { types }: Generation,
  name: string,
  { uid }: Shaped,
  fields: () => Fields,
): GraphQLObjectType => types.of(name, uid, () => new GraphQLObjectType({ name, fields }));

const listOf = (type: GraphQLObjectType) => new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)));

const dataField = (type: Field['type']): Field => ({
  type,
  extensions: meaning({ kind: 'data' }),
  resolve: readData,
});

function attributeFields(generation: Generation, shaped: Shaped): Fields {
  const fields = attributesIn(generation, shaped, 'output').map(
    (attribute) => [attribute.name, attributeField(generation, shaped, attribute)] as const,
  );
  return Object.fromEntries(fields.filter((entry): entry is [string, Field] => entry[1] !== null));
}

/** Returns null if the attribute's target is disabled. */
function attributeField(generation: Generation, shaped: Shaped, attribute: Attribute): Field | null {
  switch (attribute.kind) {
    case 'scalar':
      return scalarField(generation, shaped, attribute);
    case 'relation':
      return isEnabled(generation, attribute.target) ? relationField(generation, attribute) : null;
    case 'component':
      return isEnabled(generation, attribute.component) ? componentField(generation, attribute) : null;
    case 'zone':
      return zoneField(generation, shaped, attribute);
  }
}

function scalarField({ types }: Generation, shaped: Shaped, attribute: Scalar): Field {
  const { name } = attribute;
  const type =
    attribute.type === 'enumeration'
      ? types.of(enumNameOf(shaped, attribute), `${shaped.uid}.${name}`, () => createEnum(shaped, attribute))
      : scalarTypeOf(attribute.type);
  return { type, extensions: meaning({ kind: 'scalar', name }), resolve: readScalar(name) };
}

function relationField(generation: Generation, { name, many, target }: Relation): Field {
  const type = contentTypeOf(generation.schema, target);
  return {
    type: many ? relationCollectionType(generation, type) : responseType(generation, type),
    ...(many && { args: listArguments(generation, type) }),
    extensions: meaning({ kind: 'relation', name, target, many }),
    resolve: readRelation(name),
  };
}

function componentField(generation: Generation, { name, component, repeatable }: ComponentAttribute): Field {
  const type = componentType(generation, componentOf(generation.schema, component));
  return {
    type: repeatable ? new GraphQLList(type) : type,
    extensions: meaning({ kind: 'component', name, component }),
    resolve: readItems(name),
  };
}

/** Returns null if all components of the zone are disabled. */
function zoneField(generation: Generation, shaped: Shaped, zone: Zone): Field | null {
  const components = zone.components.filter((uid) => isEnabled(generation, uid));
  if (components.length === 0) return null;
  const { name } = zone;
  const union = generation.types.of(zoneNameOf(shaped, zone), `${shaped.uid}.${name}`, () => {
    const members = components.map((uid) => componentOf(generation.schema, uid));
    const names = new Map<unknown, string>(members.map((member) => [member.uid, typeNameOf(member)]));
    return new GraphQLUnionType({
      name: zoneNameOf(shaped, zone),
      types: () => members.map((member) => componentType(generation, member)),
      resolveType: typeOfItem(names),
    });
  });
  return {
    type: new GraphQLList(union),
    extensions: meaning({ kind: 'zone', name, components }),
    resolve: readItems(name),
  };
}
