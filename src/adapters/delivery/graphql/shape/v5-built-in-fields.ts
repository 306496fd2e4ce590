import {
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  GraphQLUnionType,
  type GraphQLFieldResolver,
} from 'graphql';
import { denied } from '../../../../domain/failure.js';
import { fileType, roleType } from '../../../../domain/schema/built-in-uids.js';
import { contentTypeOf, type Attribute, type Shaped } from '../../../../domain/schema/schema.js';
import { clientError, failureError } from '../client-error.js';
import { decodeItemRange, type Args } from '../read/decode-arguments.js';
import { Entity } from '../read/found.js';
import { servedTypes, type Fields, type Generation } from '../schema/generation.js';
import { componentType, documentType } from '../schema/output-types.js';
import { paginationArgument } from '../schema/paging-types.js';

/** Returns the fields of built-in types that are not attributes here, before the attribute where Strapi 5 has them. */
export function builtInFields(
  generation: Generation,
  { uid }: Shaped,
  { name }: Pick<Attribute, 'name'>,
): Fields {
  if (uid === fileType && name === 'createdAt')
    return { related: { type: new GraphQLList(genericMorph(generation)), resolve: refuseRelated } };
  if (uid === roleType && name === 'users') return permissionFields(generation);
  return {};
}

/** Selecting it fails in Strapi 5 too. */
const refuseRelated = (): never => {
  throw clientError('ValidationError', 'related cannot be selected: filter documents by their files instead');
};

function genericMorph(generation: Generation): GraphQLUnionType {
  return generation.types.own(
    'GenericMorph',
    () =>
      new GraphQLUnionType({
        name: 'GenericMorph',
        types: () => [
          ...servedTypes(generation).map((type) => documentType(generation, type)),
          ...[...generation.schema.components.values()]
            .filter(({ uid }) => generation.shadow.isEnabled(uid))
            .map((component) => componentType(generation, component)),
        ],
      }),
  );
}

/** The grants of a role, by `<uid>.<action>`: all, or the asked page. Whoever may find the role may see them, as in REST. */
function permissionFields(generation: Generation): Fields {
  const { types, schema } = generation;
  const permission = types.own(
    'UsersPermissionsPermission',
    () =>
      new GraphQLObjectType({
        name: 'UsersPermissionsPermission',
        fields: () => ({
          action: { type: new GraphQLNonNull(GraphQLString) },
          role: { type: documentType(generation, contentTypeOf(schema, roleType)) },
        }),
      }),
  );
  const nodes = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(permission)));
  const collection = types.own(
    'UsersPermissionsPermissionRelationResponseCollection',
    () =>
      new GraphQLObjectType({
        name: 'UsersPermissionsPermissionRelationResponseCollection',
        fields: { nodes: { type: nodes } },
      }),
  );
  const permissions = permissionsOf(generation);
  const args = { pagination: paginationArgument(generation) };
  return {
    permissions_connection: {
      type: collection,
      args,
      resolve: (...asked) => ({ nodes: permissions(...asked) }),
    },
    permissions: { type: new GraphQLNonNull(new GraphQLList(permission)), args, resolve: permissions },
  };
}

const permissionsOf =
  ({ services, shape, limits }: Generation): GraphQLFieldResolver<unknown, unknown, Args> =>
  (source, args) => {
    const values = source instanceof Entity ? source.values : (source as Readonly<Record<string, unknown>>);
    // The type of a role is the key of its grants. Without it the caller may not see everything of the role.
    if (values['type'] === undefined) throw failureError(denied);
    const role = services?.roleGrants().find(({ name }) => name === values['type']);
    const all = (role?.grants ?? []).flatMap(({ type, actions }) =>
      actions.map((action) => ({ action: `${type}.${action}`, role: source })),
    );
    const { offset, limit } = decodeItemRange({ shape, limits }, args) ?? { offset: 0, limit: null };
    return all.slice(offset, limit === null ? undefined : offset + limit);
  };
