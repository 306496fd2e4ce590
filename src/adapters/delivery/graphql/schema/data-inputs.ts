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
import { enumType, scalarTypeOf } from './leaf-types.js';
import { attributesIn, isEnabled, type Generation } from './generation.js';

/** Returns the type `<Name>Input`, or null if it has no fields. */
export function dataInput(generation: Generation, shaped: Shaped): GraphQLInputObjectType | null {
  if (Object.keys(attributeInputs(generation, shaped)).length === 0) return null;
  const name = `${generation.shape.names.typeOf(shaped)}Input`;
  return generation.types.of(
    name,
    shaped.uid,
    () => new GraphQLInputObjectType({ name, fields: () => attributeInputs(generation, shaped) }),
  );
}

const componentInput = (generation: Generation, component: Component): GraphQLInputObjectType => {
  const name = `${generation.shape.names.typeOf(component)}Input`;
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
    const type = generation.shape.writes(shaped, attribute) ? inputType(generation, shaped, attribute) : null;
    if (type !== null) fields[attribute.name] = { type };
  }
  return { ...fields, ...generation.shape.inputsPassedOver(shaped) };
}

/** Returns null if the attribute cannot be written, or if its target is disabled. */
function inputType(generation: Generation, shaped: Shaped, attribute: Attribute): GraphQLInputType | null {
  const { schema, shape, types } = generation;
  switch (attribute.kind) {
    case 'scalar':
      if (attribute.type === 'enumeration') return enumType(generation, shaped, attribute);
      return scalarTypeOf(shape, attribute.type);
    case 'relation':
      if (!isEnabled(generation, attribute.target)) return null;
      return attribute.many ? new GraphQLList(GraphQLID) : GraphQLID;
    case 'component': {
      if (!isEnabled(generation, attribute.component)) return null;
      const type = componentInput(generation, componentOf(schema, attribute.component));
      return attribute.repeatable ? new GraphQLList(type) : type;
    }
    case 'zone': {
      const name = `${shape.names.zoneOf(shaped, attribute)}Input`;
      const members = attribute.components.map((uid) => shape.names.typeOf(componentOf(schema, uid)));
      return shape.zoneItems(
        types.of(name, `${shaped.uid}.${attribute.name}`, () => shape.zoneInput(name, members)),
      );
    }
  }
}
