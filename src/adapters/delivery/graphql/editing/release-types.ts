import {
  GraphQLEnumType,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  type GraphQLOutputType,
} from 'graphql';
import { releaseStates } from '../../../../application/releases/release.js';
import type { Fields, Generation } from '../schema/generation.js';
import { localeCode, scalarTypeOf } from '../schema/leaf-types.js';

/** The names of types that every schema with releases has. Content-types called `release` are common. */
export const releaseTypeNames = [
  'PlannedRelease',
  'PlannedReleaseAction',
  'PlannedReleaseActionInput',
  'PlannedReleaseInput',
  'PlannedReleasePlanner',
  'PlannedReleaseProblem',
  'PlannedReleaseState',
] as const;

type Name = (typeof releaseTypeNames)[number];

const text = { type: GraphQLString };
const requiredText = { type: new GraphQLNonNull(GraphQLString) };
const id = { type: GraphQLID };
const required = (type: GraphQLOutputType) => ({ type: new GraphQLNonNull(type) });
const listOf = (type: GraphQLOutputType) => required(new GraphQLList(new GraphQLNonNull(type)));

const own = ({ types }: Generation, name: Name, fields: () => Fields): GraphQLObjectType =>
  types.own(name, () => new GraphQLObjectType({ name, fields }));

/** A release as REST shows it. */
export function releaseType(generation: Generation): GraphQLObjectType {
  const time = scalarTypeOf(generation.shape, 'datetime');
  const action = () =>
    own(generation, 'PlannedReleaseAction', () => ({
      action: requiredText,
      type: requiredText,
      documentId: id,
      locale: text,
    }));
  const planner = () =>
    own(generation, 'PlannedReleasePlanner', () => ({ kind: requiredText, name: requiredText }));
  return own(generation, 'PlannedRelease', () => ({
    documentId: required(GraphQLID),
    name: requiredText,
    state: requiredText,
    at: { type: time },
    endedAt: { type: time },
    actions: listOf(action()),
    problems: listOf(problemType(generation)),
    plannedBy: required(planner()),
  }));
}

/** Why an action cannot be done; `index` is its place in `actions`. */
export const problemType = (generation: Generation): GraphQLObjectType =>
  own(generation, 'PlannedReleaseProblem', () => ({
    index: required(GraphQLInt),
    code: requiredText,
    message: requiredText,
    details: { type: scalarTypeOf(generation.shape, 'json') },
  }));

export const stateType = ({ types }: Generation): GraphQLEnumType =>
  types.own(
    'PlannedReleaseState',
    () =>
      new GraphQLEnumType({
        name: 'PlannedReleaseState',
        values: Object.fromEntries(releaseStates.map((value) => [value.toUpperCase(), { value }])),
      }),
  );

export const releaseInput = ({ types }: Generation): GraphQLInputObjectType => {
  const action = () =>
    types.own(
      'PlannedReleaseActionInput',
      () =>
        new GraphQLInputObjectType({
          name: 'PlannedReleaseActionInput',
          fields: { action: requiredText, type: requiredText, documentId: id, locale: { type: localeCode } },
        }),
    );
  return types.own(
    'PlannedReleaseInput',
    () =>
      new GraphQLInputObjectType({
        name: 'PlannedReleaseInput',
        fields: () => ({
          name: text,
          at: { type: GraphQLString, description: 'In ISO 8601 with a zone; null: by hand.' },
          actions: { type: new GraphQLList(new GraphQLNonNull(action())) },
        }),
      }),
  );
};
