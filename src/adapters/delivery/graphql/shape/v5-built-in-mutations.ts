import {
  GraphQLBoolean,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  type GraphQLFieldConfigArgumentMap,
} from 'graphql';
import { reportRefusal } from '../../../../application/audit/refusals.js';
import type { Document } from '../../../../application/ports/document-store.js';
import { textOf } from '../../../../domain/document/text-of.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import { notFound } from '../../../../domain/failure.js';
import { ok, type Result } from '../../../../domain/result.js';
import { fileType, roleType, userType } from '../../../../domain/schema/built-in-uids.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { fileIdOf, roleAddressOf } from '../../codec/numeric-or-document-id.js';
import { failureError, valueOrThrow } from '../client-error.js';
import type { Args } from '../read/decode-arguments.js';
import { entitiesOf, Found, readWrapped } from '../read/found.js';
import {
  selectedBelow,
  type BuiltInServices,
  type FieldDependencies,
  type RootResolver,
} from '../read/read-fields.js';
import { dataInput } from '../schema/data-inputs.js';
import type { Generation } from '../schema/generation.js';
import { meaning } from '../schema/meaning.js';
import type { NamedField, RootField } from '../schema/named-field.js';
import { json } from '../schema/leaf-types.js';
import { documentType, objectType } from '../schema/output-types.js';
import { mutationField } from '../schema/root-fields.js';
import { completeData } from '../write-fields.js';
import { v5Names } from './v5-names.js';

type Write = 'create' | 'update' | 'delete';

/** What the mutations of one built-in type are made from. */
interface Making {
  readonly generation: Generation;
  readonly dependencies: FieldDependencies;
  readonly services: BuiltInServices;
  readonly type: ContentType;
}

/** Returns the mutations of files, users and roles, which have use cases of their own. */
export function builtInMutations(
  generation: Generation,
  dependencies: FieldDependencies,
  type: ContentType,
): readonly NamedField[] {
  const { services } = dependencies;
  if (services === undefined || services.isReplaced?.(type.uid) === true) return [];
  const making = { generation, dependencies, services, type };
  switch (type.uid) {
    case fileType:
      return fileMutations(making);
    case userType:
      return userMutations(making);
    case roleType:
      return roleMutations(making);
    default:
      return [];
  }
}

const id = { id: { type: new GraphQLNonNull(GraphQLID) } };
const text = { type: GraphQLString };

const fileInfo = new GraphQLInputObjectType({
  name: 'FileInfoInput',
  fields: {
    name: text,
    alternativeText: text,
    caption: text,
    focalPoint: {
      type: json,
      description: '`{ x, y }` in percent of width and height, from the top left corner.',
    },
    folder: { type: GraphQLID, description: 'The documentId of the folder to be in; null: the top.' },
  },
});

const idIn = (args: Args): string => textOf(args['id'] as string);

function fileMutations({ generation, services, type }: Making): readonly NamedField[] {
  const file = documentType(generation, type);
  const { media } = services;
  return [
    mutationField(type, 'update', v5Names.typeOf(type), {
      type: new GraphQLNonNull(file),
      args: { ...id, info: { type: fileInfo } },
      resolve: async (_source, args, { principal }) => {
        const described = await media.describe(principal, fileIdOf(idIn(args)), args['info'] ?? {});
        return entitiesOf(valueOrThrow(await reported(services, principal, 'update', type, described)));
      },
    }),
    mutationField(type, 'delete', v5Names.typeOf(type), {
      type: file,
      args: id,
      resolve: async (_source, args, { principal }) => {
        const removed = await media.remove(principal, fileIdOf(idIn(args)));
        if (!removed.ok && removed.failure.code === 'DOCUMENT.NOT_FOUND') return null;
        return entitiesOf(valueOrThrow(await reported(services, principal, 'delete', type, removed)));
      },
    }),
  ];
}

function userMutations(making: Making): readonly NamedField[] {
  const { generation, dependencies, services, type } = making;
  const name = v5Names.typeOf(type);
  const response = objectType(generation, `${name}EntityResponse`, type, () => ({
    data: {
      type: documentType(generation, type),
      extensions: meaning({ kind: 'wrapper', name: 'data' }),
      resolve: readWrapped('data'),
    },
  }));
  const input = dataInput(generation, type);
  const data = input && { data: { type: new GraphQLNonNull(input) } };
  const named = (action: Write, args: GraphQLFieldConfigArgumentMap, resolve: RootResolver): NamedField =>
    mutationField(type, action, name, { type: new GraphQLNonNull(response), args, resolve });
  const given = (args: Args): unknown => completeData(dependencies, type, args['data']);
  return [
    named('create', { ...data }, async (_source, args, { principal }, info) => {
      const made = valueOrThrow(await services.accountsFor(principal).createUser(principal, given(args)));
      return written(making, principal, info, made.answer.documents()[0]);
    }),
    named('update', { ...id, ...data }, async (_source, args, { principal }, info) => {
      const accounts = services.accountsFor(principal);
      const changed = valueOrThrow(await accounts.updateUser(principal, idIn(args), given(args)));
      return written(making, principal, info, changed.answer.documents()[0]);
    }),
    named('delete', id, async (_source, args, { principal }, info) => {
      const { selection } = selectedBelow(dependencies, info);
      const accounts = services.accountsFor(principal);
      const { existed, shown } = valueOrThrow(await accounts.deleteUser(principal, idIn(args), selection));
      if (!existed) throw failureError(notFound);
      return new Found(shown);
    }),
  ];
}

/** Returns the user with what is selected, where the principal may read that; otherwise what the write has answered. */
async function written(
  { dependencies, type }: Making,
  principal: Principal,
  info: Parameters<RootResolver>[3],
  document: Document | undefined,
): Promise<Found> {
  const documentId = textOf(document?.['documentId']);
  const read = await dependencies.documents.findOne(principal, {
    ...selectedBelow(dependencies, info).selection,
    type: type.uid,
    action: 'findOne',
    documentId,
    range: { offset: 0, limit: 1 },
    count: false,
    layer: 'published',
  });
  return new Found((read.ok ? read.value.answer.documents()[0] : document) ?? null);
}

function roleMutations({ generation, services, type }: Making): readonly NamedField[] {
  const { roles } = services;
  const input = new GraphQLNonNull(
    generation.types.of(
      `${v5Names.typeOf(type)}Input`,
      type.uid,
      () =>
        new GraphQLInputObjectType({
          name: `${v5Names.typeOf(type)}Input`,
          fields: { name: text, description: text, type: text },
        }),
    ),
  );
  const named = (
    action: Write,
    args: GraphQLFieldConfigArgumentMap,
    act: (principal: Principal, args: Args) => Promise<Result<unknown>>,
  ): NamedField => {
    const field: RootField = {
      type: donePayload(generation, action),
      args,
      resolve: async (_source, given, { principal }) => {
        valueOrThrow(await reported(services, principal, action, type, await act(principal, given)));
        return { ok: true };
      },
    };
    return mutationField(type, action, v5Names.typeOf(type), field);
  };
  return [
    named('create', { data: { type: input } }, (principal, args) => roles.create(principal, dataIn(args))),
    named('update', { ...id, data: { type: input } }, (principal, args) =>
      roles.update(principal, roleAddressOf(idIn(args)), dataIn(args)),
    ),
    named('delete', id, (principal, args) => roles.remove(principal, roleAddressOf(idIn(args)))),
  ];
}

const dataIn = (args: Args): Readonly<Record<string, unknown>> =>
  args['data'] as Readonly<Record<string, unknown>>;

/** Returns the type `UsersPermissionsCreateRolePayload`, or that of another action. */
function donePayload({ types }: Generation, action: Write): GraphQLObjectType {
  const name = `UsersPermissions${action.charAt(0).toUpperCase()}${action.slice(1)}RolePayload`;
  const fields = { ok: { type: new GraphQLNonNull(GraphQLBoolean) } };
  return types.own(name, () => new GraphQLObjectType({ name, fields }));
}

/** Reports a refusal by the policy: these use cases do not report their own. */
async function reported<T>(
  services: BuiltInServices,
  principal: Principal,
  action: Write,
  type: ContentType,
  done: Result<T>,
): Promise<Result<T>> {
  if (done.ok) return ok(done.value);
  if (done.failure.code === 'POLICY.DENIED')
    await reportRefusal(services, principal, { action, type: type.uid });
  return done;
}
