import type { Document } from '../../../../application/ports/document-store.js';
import type { ResolverContext } from '../extension/resolver-context.js';
import type { Shape } from '../shape/shape.js';
import {
  GraphQLBoolean,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  type GraphQLFieldResolver,
} from 'graphql';

const text = { type: GraphQLString };
export const requiredText = { type: new GraphQLNonNull(GraphQLString) };

/** The names of the types for accounts, as in Strapi. */
export const accountTypeNames = [
  'UsersPermissionsMe',
  'UsersPermissionsMeRole',
  'UsersPermissionsLoginPayload',
  'UsersPermissionsPasswordPayload',
  'UsersPermissionsRegisterInput',
  'UsersPermissionsLoginInput',
];

export const registerInput = new GraphQLInputObjectType({
  name: 'UsersPermissionsRegisterInput',
  fields: { username: requiredText, email: requiredText, password: requiredText },
});

export const loginInput = new GraphQLInputObjectType({
  name: 'UsersPermissionsLoginInput',
  fields: {
    identifier: requiredText,
    password: requiredText,
    provider: { type: new GraphQLNonNull(GraphQLString), defaultValue: 'local' },
  },
});

/**
 * Creates the types for one schema. Each schema has its own, because app code may change their resolvers. `identify`
 * reads the user of a sign-in again, with the role.
 */
export function createAccountTypes(
  shape: Shape,
  identify: GraphQLFieldResolver<{ user: Document }, ResolverContext>,
) {
  const id = {
    type: new GraphQLNonNull(GraphQLID),
    resolve: (document: Document) => document[shape.format === 'v5' ? 'id' : 'documentId'],
  };
  const role = new GraphQLObjectType({
    name: 'UsersPermissionsMeRole',
    fields: { id, name: requiredText, description: text, type: text },
  });
  const me = new GraphQLObjectType({
    name: 'UsersPermissionsMe',
    fields: {
      id,
      documentId: { type: new GraphQLNonNull(GraphQLID) },
      username: requiredText,
      email: text,
      confirmed: { type: GraphQLBoolean },
      blocked: { type: GraphQLBoolean },
      role: { type: role },
    },
  });
  const login = new GraphQLObjectType({
    name: 'UsersPermissionsLoginPayload',
    fields: {
      jwt: text,
      refreshToken: text,
      user: { type: new GraphQLNonNull(me), resolve: identify },
    },
  });
  const done = new GraphQLObjectType({
    name: 'UsersPermissionsPasswordPayload',
    fields: { ok: { type: new GraphQLNonNull(GraphQLBoolean) } },
  });
  return { me, login, done };
}
