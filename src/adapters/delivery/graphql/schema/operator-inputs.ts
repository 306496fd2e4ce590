import {
  GraphQLBoolean,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLList,
  type GraphQLScalarType,
} from 'graphql';
import type { ScalarType } from '../../../../domain/schema/schema.js';
import { scalarTypeOf } from './scalars.js';

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

/** What can be asked of one scalar: the operators of REST without their dollar (behaviours.md, "GraphQL errors"). */
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

const made = new Map<string, GraphQLInputObjectType>();

function inputFor(scalar: GraphQLScalarType): GraphQLInputObjectType {
  const known = made.get(scalar.name) ?? operatorInput(scalar);
  made.set(scalar.name, known);
  return known;
}

export const operatorInputOf = (type: ScalarType): GraphQLInputObjectType => inputFor(scalarTypeOf(type));

export const idOperatorInput = (): GraphQLInputObjectType => inputFor(GraphQLID);
