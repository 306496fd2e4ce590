import {
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLList,
  type GraphQLInputFieldConfigMap,
  type GraphQLInputType,
} from 'graphql';
import {
  componentOf,
  type Attribute,
  type Component,
  type Shaped,
} from '../../../../domain/schema/schema.js';
import { createEnum, scalarTypeOf, zoneInput } from './leaf-types.js';
import { attributesIn, isEnabled, type Generation } from './generation.js';
import { enumNameOf, zoneNameOf } from './type-names.js';
import { typeNameOf } from '../../codec/type-name.js';

/** Returns the type `<Name>Input`, or null if it has no fields. */
export function dataInput(generation: Generation, shaped: Shaped): GraphQLInputObjectType | null {
  if (Object.keys(attributeInputs(generation, shaped)).length === 0) return null;
  const name = `${typeNameOf(shaped)}Input`;
  return generation.types.of(
    name,
    shaped.uid,
    () => new GraphQLInputObjectType({ name, fields: () => attributeInputs(generation, shaped) }),
  );
}

const componentInput = (generation: Generation, component: Component): GraphQLInputObjectType => {
  const name = `${typeNameOf(component)}Input`;
  return generation.types.of(
    name,
    component.uid,
    () =>
      new GraphQLInputObjectType({
        name,
        fields: () => ({ id: { type: GraphQLID }, ...attributeInputs(generation, component) }),
      }),
  );
};

function attributeInputs(generation: Generation, shaped: Shaped): GraphQLInputFieldConfigMap {
  const fields: GraphQLInputFieldConfigMap = {};
  for (const attribute of attributesIn(generation, shaped, 'input')) {
    const type = inputType(generation, shaped, attribute);
    if (type !== null) fields[attribute.name] = { type };
  }
  return fields;
}

/** Returns null if the attribute cannot be written, or if its target is disabled. */
function inputType(generation: Generation, shaped: Shaped, attribute: Attribute): GraphQLInputType | null {
  const { schema, types } = generation;
  const from = `${shaped.uid}.${attribute.name}`;
  switch (attribute.kind) {
    case 'scalar':
      if (attribute.type === 'enumeration')
        return types.of(enumNameOf(shaped, attribute), from, () => createEnum(shaped, attribute));
      return attribute.name === 'locale' && attribute.system ? null : scalarTypeOf(attribute.type);
    case 'relation':
      if (attribute.place.kind === 'translations' || !isEnabled(generation, attribute.target)) return null;
      return attribute.many ? new GraphQLList(GraphQLID) : GraphQLID;
    case 'component': {
      if (!isEnabled(generation, attribute.component)) return null;
      const type = componentInput(generation, componentOf(schema, attribute.component));
      return attribute.repeatable ? new GraphQLList(type) : type;
    }
    case 'zone': {
      const name = `${zoneNameOf(shaped, attribute)}Input`;
      return new GraphQLList(types.of(name, from, () => zoneInput(name)));
    }
  }
}
