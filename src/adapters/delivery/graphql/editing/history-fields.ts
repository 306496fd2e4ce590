import {
  GraphQLBoolean,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLOutputType,
} from 'graphql';
import {
  currentVersion,
  type AskedHistory,
  type HistoryService,
} from '../../../../application/history/history-service.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { decodeAskedHistory } from '../../codec/decode-asked-history.js';
import { valueOrThrow } from '../client-error.js';
import { decodeRange, type Args } from '../read/decode-arguments.js';
import { readChanged, readScalar } from '../read/found.js';
import { documentIdOf, selectedBelow, type FieldDependencies } from '../read/read-fields.js';
import type { Fields, Generation } from '../schema/generation.js';
import { scalarTypeOf } from '../schema/leaf-types.js';
import { meaning } from '../schema/meaning.js';
import type { NamedField, RootField, YieldingFields } from '../schema/named-field.js';
import { objectType } from '../schema/output-types.js';
import { paginationArgument } from '../schema/paging-types.js';
import { localeArgument } from '../schema/root-fields.js';
import { checkGranted } from '../write-fields.js';

/** The fields for earlier versions of documents: the use cases of `…/history` over REST, with its permissions. */
export function historyFields(
  generation: Generation,
  dependencies: FieldDependencies,
  service: HistoryService,
  type: ContentType,
): readonly YieldingFields[] {
  const making = { generation, dependencies, service, type };
  const reads = { fields: queries(making), typeNames: sharedTypeNames };
  if (!generation.shadow.isActionEnabled(type.uid, 'update')) return [reads];
  return [reads, { fields: [restore(making)], typeNames: [restoredName(making)] }];
}

interface Making {
  readonly generation: Generation;
  readonly dependencies: FieldDependencies;
  readonly service: HistoryService;
  readonly type: ContentType;
}

const sharedTypeNames = [
  'DocumentHistory',
  'DocumentHistoryEntry',
  'DocumentHistoryVersion',
  'DocumentHistoryActor',
  'DocumentHistoryChange',
];

const text = { type: GraphQLString };
const requiredText = { type: new GraphQLNonNull(GraphQLString) };
const id = { type: new GraphQLNonNull(GraphQLID) };

function addressArguments({ generation, type }: Making): GraphQLFieldConfigArgumentMap {
  const which = type.kind === 'singleType' ? {} : { [generation.shape.documentKey]: id };
  return { ...which, ...localeArgument(type) };
}

function named(
  { dependencies, type }: Making,
  root: NamedField['root'],
  name: string,
  field: Omit<RootField, 'resolve'>,
  run: (principal: Principal, asked: AskedHistory, args: Args, info: Info) => Promise<unknown>,
): NamedField {
  const resolve: RootField['resolve'] = async (_source, args, { principal }, info) => {
    checkGranted(dependencies, principal, 'history', type);
    const { locale } = args;
    const documentId = await documentIdOf(dependencies, type, args);
    const asked = decodeAskedHistory(type, documentId, locale === null || locale === '' ? undefined : locale);
    return run(principal, valueOrThrow(asked), args, info);
  };
  return { root, name, scope: { type: type.uid, action: 'history' }, field: { ...field, resolve } };
}

type Info = Parameters<NonNullable<RootField['resolve']>>[3];

const entryIn = (args: Args): string => String(args['entry']);

function queries(making: Making): readonly NamedField[] {
  const { generation, dependencies, service, type } = making;
  const one = generation.shape.names.oneOf(type);
  const address = addressArguments(making);
  const types = historyTypes(generation);
  return [
    named(
      making,
      'Query',
      `${one}History`,
      {
        type: new GraphQLNonNull(types.list),
        args: { ...address, pagination: paginationArgument(generation) },
      },
      async (principal, asked, args) => {
        const { offset, limit } = decodeRange(dependencies, args);
        const range = { offset, limit: limit ?? dependencies.limits.maxLimit };
        return valueOrThrow(await service.list(principal, asked, range));
      },
    ),
    named(
      making,
      'Query',
      `${one}HistoryEntry`,
      { type: new GraphQLNonNull(types.version), args: { ...address, entry: id } },
      async (principal, asked, args) => valueOrThrow(await service.find(principal, asked, entryIn(args))),
    ),
    named(
      making,
      'Query',
      `${one}HistoryDiff`,
      {
        type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(types.change))),
        args: { ...address, entry: id, other: { ...id, defaultValue: currentVersion } },
      },
      async (principal, asked, args) =>
        valueOrThrow(await service.diff(principal, asked, entryIn(args), String(args['other']))),
    ),
  ];
}

const restoredName = ({ generation, type }: Making): string =>
  `${generation.shape.names.typeOf(type)}Restored`;

function restore(making: Making): NamedField {
  const { generation, dependencies, service, type } = making;
  const field = {
    type: new GraphQLNonNull(restoredType(making)),
    args: { ...addressArguments(making), entry: id },
  };
  const name = `restore${generation.shape.names.typeOf(type)}`;
  return named(making, 'Mutation', name, field, async (principal, asked, args, info) => {
    const { selection } = selectedBelow(dependencies, info);
    const restored = valueOrThrow(await service.restore(principal, asked, entryIn(args), selection));
    const { answer, ...told } = restored;
    return { ...told, document: answer.answer.documents()[0] ?? null };
  });
}

/** Returns the type `<Name>Restored`. */
function restoredType(making: Making): GraphQLObjectType {
  const { generation, type } = making;
  const { liveDocument, scalars } = generation.shape;
  const told = (name: string, of: GraphQLOutputType) => ({
    type: new GraphQLNonNull(of),
    resolve: readScalar(name),
  });
  return objectType(generation, restoredName(making), type, () => ({
    document: {
      type: liveDocument.typeOf(generation, type),
      extensions: meaning({ kind: 'wrapper', name: 'document' }),
      resolve: readChanged(liveDocument.present),
    },
    created: told('created', GraphQLBoolean),
    leftOut: told('leftOut', scalars.json),
    gone: told('gone', scalars.json),
  }));
}

function historyTypes(generation: Generation) {
  const { shape, types } = generation;
  const own = (name: (typeof sharedTypeNames)[number], fields: () => Fields): GraphQLObjectType =>
    types.own(name, () => new GraphQLObjectType({ name, fields }));
  const json = scalarTypeOf(shape, 'json');
  const actor = () => own('DocumentHistoryActor', () => ({ kind: requiredText, name: requiredText }));
  const listOf = (type: GraphQLOutputType) => ({
    type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type))),
  });
  const entryFields = (): Fields => ({
    id,
    documentId: id,
    at: { type: new GraphQLNonNull(scalarTypeOf(shape, 'datetime')) },
    action: requiredText,
    status: text,
    locale: text,
    names: listOf(GraphQLString),
    by: { type: new GraphQLNonNull(actor()) },
  });
  const entry = own('DocumentHistoryEntry', entryFields);
  return {
    list: own('DocumentHistory', () => ({
      entries: listOf(entry),
      total: { type: new GraphQLNonNull(GraphQLInt) },
    })),
    version: own('DocumentHistoryVersion', () => ({
      ...entryFields(),
      content: { type: new GraphQLNonNull(json) },
      outdated: { type: new GraphQLNonNull(json) },
    })),
    change: own('DocumentHistoryChange', () => ({
      name: requiredText,
      from: { type: json },
      to: { type: json },
    })),
  };
}
