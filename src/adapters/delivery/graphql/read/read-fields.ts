import { equals } from '../../../../domain/query/compare.js';
import { getNamedType, isObjectType, type GraphQLFieldResolver, type GraphQLResolveInfo } from 'graphql';
import type { TellDenied } from '../../../../application/access/tell-denied.js';
import type { Documents } from '../../../../application/documents/documents.js';
import { type Principal, systemPrincipal } from '../../../../domain/permission/permission.js';
import type { Filter, Query, Selection } from '../../../../domain/query/query.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import type { ResolverContext } from '../extension/resolver-context.js';
import { valueOrThrow } from '../client-error.js';
import {
  decodeListArguments,
  filtersAsked,
  versionAsked,
  type Args,
  type ListContext,
} from './decode-arguments.js';
import { Found } from './found.js';
import { selectionOf, type Selected } from './selection-of.js';

export interface FieldDependencies extends ListContext {
  readonly documents: Documents;
  /** Reports a refusal and the grant that it lacks. */
  readonly tellDenied?: TellDenied | undefined;
}

export type RootResolver = GraphQLFieldResolver<unknown, ResolverContext, Args>;

type Info = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues' | 'returnType' | 'fieldNodes'>;

/** How a root field is read: once, with all that is selected below it. Both throw, or reject with, what a client is told. */
export interface RootRead {
  select(info: Info): Selected;
  read(principal: Principal, args: Args, selected: Selected): Promise<Found>;
}

const rootReads = new WeakMap<object, RootRead>();

/** What a resolver of a root field does, where it is one of those below, and nothing stands before it. */
export const rootReadOf = (resolve: unknown): RootRead | undefined =>
  typeof resolve === 'function' ? rootReads.get(resolve) : undefined;

function resolverOf(dependencies: FieldDependencies, read: RootRead['read']): RootResolver {
  const select = (info: Info): Selected => selectedBelow(dependencies, info);
  const resolve: RootResolver = async (_source, args, { principal, found }, info) =>
    found?.get(String(info.path.key)) ?? read(principal, args, select(info));
  rootReads.set(resolve, { select, read });
  return resolve;
}

/** What is selected below the root field that `info` is about. */
export function selectedBelow(lists: FieldDependencies, info: Info): Selected {
  const response = getNamedType(info.returnType);
  if (!isObjectType(response)) throw new Error(`${response.name} is no object`);
  return selectionOf({ asked: info, lists }, response, info.fieldNodes);
}

/** The list of a collection: one query, whatever is selected. */
export const listResolver = (dependencies: FieldDependencies, type: ContentType): RootResolver =>
  resolverOf(dependencies, async (principal, args, { selection, count }) => {
    const { documents } = dependencies;
    const { search, paging, range } = decodeListArguments(dependencies, type, args);
    const { answer } = valueOrThrow(
      await documents.find(principal, {
        type: type.uid,
        action: 'find',
        range,
        count,
        ...versionAsked(args),
        ...selection,
        ...search,
      }),
    );
    return new Found(answer.documents(), '', paging, answer.total);
  });

/** One document of a collection, or that of a single type. `data` is null where there is none. */
export const oneResolver = (dependencies: FieldDependencies, type: ContentType): RootResolver =>
  resolverOf(dependencies, async (principal, args, { selection }) => {
    const id = args['id'];
    if (type.kind !== 'singleType' && typeof id !== 'string') return new Found(null);
    const { filters, ...address } = typeof id === 'string' ? addressOf(id) : {};
    const narrowed = both(filters, filtersAsked(dependencies.schema, type, args));
    const asked = { ...selection, ...address, ...(narrowed && { filters: narrowed }), ...versionAsked(args) };
    return new Found(await findOne(dependencies, principal, type, asked));
  });

const both = (one: Filter | undefined, other: Filter | undefined): Filter | undefined =>
  one && other ? { kind: 'and', filters: [one, other] } : (one ?? other);

const one = { offset: 0, limit: 1 };

/** Null where there is none. */
async function findOne(
  { documents }: FieldDependencies,
  principal: Principal,
  type: ContentType,
  asked: Selection & Pick<Query, 'documentId' | 'layer' | 'locale'>,
) {
  const action = type.kind === 'singleType' ? 'find' : 'findOne';
  const found = await documents.findOne(principal, {
    type: type.uid,
    action,
    range: one,
    count: false,
    ...asked,
  });
  if (!found.ok && found.failure.code === 'DOCUMENT.NOT_FOUND') return null;
  return valueOrThrow(found).answer.documents()[0] ?? null;
}

/** An `id` is a documentId, or the numeric id of a version. */
const addressOf = (id: string): Pick<Query, 'documentId' | 'filters'> =>
  isNumeric(id) ? { filters: equals('id', id) } : { documentId: id };

/** Digits that are a number too: more of them are a documentId that nobody has. */
export const isNumeric = (id: string): boolean => /^\d{1,15}$/.test(id);

/**
 * The documentId that an `id` means: itself, or that of the version whose numeric id it is, in either layer. Undefined
 * without an `id`, as for single types; a number that no version has stays as it is, for the operation to refuse.
 */
export async function documentIdOf(
  { documents }: { readonly documents: Documents },
  type: ContentType,
  id: unknown,
): Promise<string | undefined> {
  if (typeof id !== 'string') return undefined;
  if (!isNumeric(id)) return id;
  for (const layer of ['published', 'draft'] as const) {
    const found = await documents.find(systemPrincipal, {
      type: type.uid,
      action: 'find',
      layer,
      range: { offset: 0, limit: 1 },
      count: false,
      fields: ['documentId'],
      locale: '*',
      filters: equals('id', id),
    });
    const known = valueOrThrow(found).answer.documents()[0]?.['documentId'];
    if (typeof known === 'string') return known;
  }
  return id;
}
