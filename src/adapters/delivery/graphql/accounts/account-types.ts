import {
  GraphQLBoolean,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from 'graphql';

const text = { type: GraphQLString };
export const requiredText = { type: new GraphQLNonNull(GraphQLString) };

/** The names of the types for accounts, as in Strapi. */
export const accountTypeNames = [
  'UsersPermissionsMe',
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

/** Creates the types for one schema. Each schema has its own, because app code may change their resolvers. */
export function createAccountTypes() {
  const me = new GraphQLObjectType({
    name: 'UsersPermissionsMe',
    fields: {
      id: { type: new GraphQLNonNull(GraphQLID), resolve: (user: { documentId: string }) => user.documentId },
      documentId: { type: new GraphQLNonNull(GraphQLID) },
      username: requiredText,
      email: text,
      confirmed: { type: GraphQLBoolean },
      blocked: { type: GraphQLBoolean },
    },
  });
  const login = new GraphQLObjectType({
    name: 'UsersPermissionsLoginPayload',
    fields: { jwt: text, refreshToken: text, user: { type: new GraphQLNonNull(me) } },
  });
  const done = new GraphQLObjectType({
    name: 'UsersPermissionsPasswordPayload',
    fields: { ok: { type: new GraphQLNonNull(GraphQLBoolean) } },
  });
  return { me, login, done };
}
