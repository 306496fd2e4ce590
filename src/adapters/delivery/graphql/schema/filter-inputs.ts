import {
  GraphQLInputObjectType,
  GraphQLList,
  type GraphQLInputFieldConfigMap,
  GraphQLBoolean,
  GraphQLID,
  type GraphQLScalarType,
  GraphQLString,
  type GraphQLFieldConfigArgumentMap,
} from 'graphql';
import {
  componentOf,
  contentTypeOf,
  type Attribute,
  type Shaped,
  type ContentType,
} from '../../../../domain/schema/schema.js';
import { attributesIn, isEnabled, type Generation } from './generation.js';
import { scalarTypeOf } from './leaf-types.js';
import { paginationArgument } from './paging-types.js';

/** The operators that join filters. Attributes with these names cannot be filtered by. */
export const joins: ReadonlySet<string> = new Set(['and', 'or', 'not']);

/** Returns the type `<Name>FiltersInput`. A content-type also has a filter by its documentId. */
export function filtersInput(generation: Generation, shaped: Shaped): GraphQLInputObjectType {
  const { names, documentKey, hasIdFilter } = generation.shape;
  const name = `${names.typeOf(shaped)}FiltersInput`;
  return generation.types.of(name, shaped.uid, () => {
    const input: GraphQLInputObjectType = new GraphQLInputObjectType({
      name,
      fields: () => ({
        ...('kind' in shaped &&
          hasIdFilter(shaped as ContentType) && { [documentKey]: { type: inputFor(GraphQLID) } }),
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

/** Returns null for a zone, and if the attribute's target is disabled. */
function filterType(generation: Generation, attribute: Attribute): GraphQLInputObjectType | null {
  const { schema, shape } = generation;
  switch (attribute.kind) {
    case 'scalar':
      return inputFor(scalarTypeOf(shape, attribute.type));
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

const single = [
  'eq',
  'eqi',
  'ne',
  'nei',
  'startsWith',
  'startsWithi',
  'endsWith',
  'endsWithi',
  'contains',
  'notContains',
  'containsi',
  'notContainsi',
  'gt',
  'gte',
  'lt',
  'lte',
];
const flags = ['null', 'notNull'];
const lists = ['in', 'notIn', 'between'];

/** Creates the input type for filters on a scalar. The operators are those of REST without the dollar. */
function operatorInput(scalar: GraphQLScalarType): GraphQLInputObjectType {
  const all = new GraphQLList(scalar);
  const fieldsOf = (names: readonly string[], type: GraphQLScalarType | GraphQLList<GraphQLScalarType>) =>
    Object.fromEntries(names.map((name) => [name, { type }]));
  const input: GraphQLInputObjectType = new GraphQLInputObjectType({
    name: `${scalar.name}FilterInput`,
    fields: () => ({
      ...fieldsOf(['and', 'or'], all),
      not: { type: input },
      ...fieldsOf(single, scalar),
      ...fieldsOf(flags, GraphQLBoolean),
      ...fieldsOf(lists, all),
    }),
  });
  return input;
}

const made = new Map<GraphQLScalarType, GraphQLInputObjectType>();

/** The formats share the inputs of the scalars that they share. */
export function inputFor(scalar: GraphQLScalarType): GraphQLInputObjectType {
  const known = made.get(scalar) ?? operatorInput(scalar);
  made.set(scalar, known);
  return known;
}

/** Returns the arguments of lists: root fields and relations to many. */
export const listArguments = (generation: Generation, shaped: Shaped): GraphQLFieldConfigArgumentMap => ({
  filters: { type: filtersInput(generation, shaped) },
  pagination: paginationArgument(generation),
  sort: { type: new GraphQLList(GraphQLString), defaultValue: [] },
});
