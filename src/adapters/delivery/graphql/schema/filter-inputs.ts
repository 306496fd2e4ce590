import { GraphQLInputObjectType, GraphQLList, type GraphQLInputFieldConfigMap } from 'graphql';
import { componentOf, contentTypeOf, type Attribute, type Shaped } from '../../../../domain/schema/schema.js';
import { attributesIn, isEnabled, type Generation } from './generation.js';
import { idOperatorInput, operatorInputOf } from './operator-inputs.js';
import { typeNameOf } from './type-names.js';

/** What joins filters: attributes of these names cannot be filtered by. */
export const joins: ReadonlySet<string> = new Set(['and', 'or', 'not']);

/** `<Name>FiltersInput`. Of a content-type also by `id`, its documentId. */
export function filtersInput(generation: Generation, shaped: Shaped): GraphQLInputObjectType {
  const name = `${typeNameOf(shaped)}FiltersInput`;
  return generation.types.of(name, shaped.uid, () => {
    const input: GraphQLInputObjectType = new GraphQLInputObjectType({
      name,
      fields: () => ({
        ...('kind' in shaped && { id: { type: idOperatorInput() } }),
        ...attributeFilters(generation, shaped),
        and: { type: new GraphQLList(input) },
        or: { type: new GraphQLList(input) },
        not: { type: input },
      }),
    });
    return input;
  });
}

function attributeFilters(generation: Generation, shaped: Shaped): GraphQLInputFieldConfigMap {
  const fields: GraphQLInputFieldConfigMap = {};
  for (const attribute of attributesIn(generation, shaped, 'filters')) {
    const type = joins.has(attribute.name) ? null : filterType(generation, attribute);
    if (type !== null) fields[attribute.name] = { type };
  }
  return fields;
}

/** Null: what it leads to is disabled, or it cannot be filtered by, as zones. */
function filterType(generation: Generation, attribute: Attribute): GraphQLInputObjectType | null {
  const { schema } = generation;
  switch (attribute.kind) {
    case 'scalar':
      return operatorInputOf(attribute.type);
    case 'relation':
      return isEnabled(generation, attribute.target)
        ? filtersInput(generation, contentTypeOf(schema, attribute.target))
        : null;
    case 'component':
      return isEnabled(generation, attribute.component)
        ? filtersInput(generation, componentOf(schema, attribute.component))
        : null;
    case 'zone':
      return null;
  }
}
