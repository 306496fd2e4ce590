import { equals } from '../../../../domain/query/compare.js';
import { getNamedType, isObjectType, type GraphQLFieldResolver } from 'graphql';
import type { ReportDenied } from '../../../../application/access/report-denied.js';
import { deepFreeze } from '../../codec/deep-freeze.js';
import { rangeOf } from '../../codec/pagination.js';
import type { Document } from '../../../../application/ports/document-store.js';
import type { RoleService } from '../../../../application/access/roles/role-service.js';
import type { Accounts } from '../../../../application/accounts/accounts.js';
import type { RefusalReports } from '../../../../application/audit/refusals.js';
import type { Media } from '../../../../application/media/media.js';
import type { RoleRecord } from '../../../../application/ports/access-store.js';
import type { Answer, Documents } from '../../../../application/documents/documents.js';
import { type Principal, systemPrincipal } from '../../../../domain/permission/permission.js';
import type { Uid } from '../../../../domain/schema/schema.js';
import type { Filter, Query } from '../../../../domain/query/query.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import type { ResolverContext } from '../extension/resolver-context.js';
import { valueOrThrow } from '../client-error.js';
import {
  decodeFilterArgument,
  decodePaging,
  decodeSearch,
  decodeVersionArguments,
  decodeWordSearch,
  type Args,
  type ListContext,
} from './decode-arguments.js';
import type { Info } from './collect-fields.js';
import type { ListPage } from './found.js';
import { rootTextOf, RootAnswer } from './root-text.js';
import { selectionOf, type Selected } from './selection-of.js';
import type { Written } from './writer-of.js';

export interface FieldDependencies extends ListContext {
  readonly documents: Documents;
  /** Absent: there are no mutations of built-in types. */
  readonly services?: BuiltInServices;
  /** Reports a refusal and the grant that it lacks. */
  readonly reportDenied?: ReportDenied | undefined;
}

/** The use cases of files, users and roles. */
export interface BuiltInServices extends RefusalReports {
  readonly media: Pick<Media, 'describe' | 'remove'>;
  readonly roles: Pick<RoleService, 'create' | 'update' | 'remove'>;
  /** Returns the account service that records what `asker` does. */
  readonly accountsFor: (asker: Principal) => Accounts;
  /** Returns the grants of all roles, by type. */
  readonly roleGrants: () => readonly RoleRecord[];
  /** Whether code of the app stands in for writes of a built-in type, whose mutations would pass it by. */
  readonly isReplaced?: (type: Uid) => boolean;
}

export type RootResolver = GraphQLFieldResolver<unknown, ResolverContext, Args>;

/**
 * Prepares the read of a root field: one read, with everything that is selected below it. The first two functions throw
 * errors for the client. What they return can be called again for another request that selects and asks the same.
 */
export type RootRead = (info: Info) => (args: Args) => Read<unknown>;

type Read<T> = (principal: Principal) => Promise<T>;

const rootReads = new WeakMap<object, RootRead>();

/** Returns the read of a generated resolver, or undefined for a resolver of the app or a guarded one. */
export const rootReadOf = (resolve: unknown): RootRead | undefined =>
  typeof resolve === 'function' ? rootReads.get(resolve) : undefined;

/** Returns a generated resolver that can also be read directly. */
export function rootResolver(prepare: RootRead): RootResolver {
  const resolve: RootResolver = async (_source, args, { principal, found }, info) =>
    found?.get(String(info.path.key)) ?? prepare(info)(args)(principal);
  rootReads.set(resolve, prepare);
  return resolve;
}

/** The read of a root field as text. `write` returns null if the answer cannot be written around the store's text. */
export interface TextRead {
  decode(args: Args): Read<RootAnswer>;
  write(answer: RootAnswer): Written | null;
}

const textReads = new WeakMap<object, (info: Info) => TextRead>();

/** Returns the read as text of a generated resolver. It throws `NotGenerated` for what is not read as text. */
export const textReadOf = (resolve: unknown): ((info: Info) => TextRead) | undefined =>
  typeof resolve === 'function' ? textReads.get(resolve) : undefined;

type DecodeSelected = (args: Args, selected: Selected) => Read<RootAnswer>;

function resolverOf(
  dependencies: FieldDependencies,
  type: ContentType,
  isList: boolean,
  decode: DecodeSelected,
): RootResolver {
  const resolve = rootResolver((info) => {
    const selected = selectedBelow(dependencies, info);
    return (args) => {
      const read = decode(args, selected);
      return async (principal) => (await read(principal)).value();
    };
  });
  textReads.set(resolve, (info) => {
    const { form, write } = rootTextOf(dependencies.schema, type, isList, info);
    const { selection, ...ofPage } = selectedBelow(dependencies, info);
    const selected = { ...ofPage, selection: { ...selection, layout: form.layout } };
    return { decode: (args) => decode(args, selected), write };
  });
  return resolve;
}

/** Returns the selection below the root field of `info`. */
export function selectedBelow(lists: FieldDependencies, info: Info): Selected {
  const response = getNamedType(info.returnType);
  if (!isObjectType(response)) throw new Error(`${response.name} is no object`);
  return selectionOf({ info, lists }, response, info.fieldNodes);
}

export interface ReadList {
  readonly documents: readonly Document[];
  readonly page: ListPage;
}

/** Resolves the list of a collection. One query reads the whole selection. */
export const listResolver = (
  dependencies: FieldDependencies,
  type: ContentType,
  present: (list: ReadList) => unknown,
): RootResolver =>
  resolverOf(dependencies, type, true, (args, { selection, ...ofPage }) => {
    const search = decodeSearch(dependencies, type, args);
    const paging = decodePaging(dependencies, args, ofPage);
    const query = deepFreeze({
      type: type.uid,
      action: 'find' as const,
      range: rangeOf(paging),
      ...(paging.kind === 'cursor' && { cursor: paging.cursor }),
      count: ofPage.count,
      ...decodeVersionArguments(args),
      ...selection,
      ...search,
      ...decodeWordSearch(dependencies, type, args),
    });
    return async (principal) => {
      const found = valueOrThrow(await dependencies.documents.find(principal, query));
      const page = { paging, total: found.answer.total, cursors: found.cursors };
      return new RootAnswer(found, (documents) => present({ documents, page }), page, selection.layout);
    };
  });

/** Resolves one document of a collection or of a single type. */
export const oneResolver = (
  dependencies: FieldDependencies,
  type: ContentType,
  present: (document: Document | null) => unknown,
): RootResolver =>
  resolverOf(dependencies, type, false, (args, { selection }) => {
    const show = ([document]: readonly Document[]): unknown => present(document ?? null);
    const nothing = async () => new RootAnswer(null, show);
    const { documentKey, takesNumericIds, nullForAllLocales } = dependencies.shape;
    const id = args[documentKey];
    if (type.kind !== 'singleType' && typeof id !== 'string') return nothing;
    const { filters, ...address } = typeof id === 'string' ? addressOf(id, takesNumericIds) : {};
    const narrowed = both(filters, decodeFilterArgument(dependencies.schema, type, args));
    const version = decodeVersionArguments(args);
    if (nullForAllLocales && version.locale === '*') return nothing;
    const query = deepFreeze({
      type: type.uid,
      action: type.kind === 'singleType' ? ('find' as const) : ('findOne' as const),
      range: { offset: 0, limit: 1 },
      count: false,
      ...selection,
      ...address,
      ...(narrowed && { filters: narrowed }),
      ...version,
    });
    return async (principal) =>
      new RootAnswer(await findOne(dependencies, principal, query), show, undefined, selection.layout);
  });

const both = (one: Filter | undefined, other: Filter | undefined): Filter | undefined =>
  one && other ? { kind: 'and', filters: [one, other] } : (one ?? other);

/** Returns null if there is no such document. */
async function findOne(
  { documents }: FieldDependencies,
  principal: Principal,
  query: Query,
): Promise<Answer | null> {
  const found = await documents.findOne(principal, query);
  if (!found.ok && found.failure.code === 'DOCUMENT.NOT_FOUND') return null;
  return valueOrThrow(found);
}

const addressOf = (id: string, takesNumericIds: boolean): Pick<Query, 'documentId' | 'filters'> =>
  takesNumericIds && isNumeric(id) ? { filters: equals('id', id) } : { documentId: id };

/** Whether an id is numeric. More than 15 digits count as a documentId, which no document has. */
const isNumeric = (id: string): boolean => /^\d{1,15}$/.test(id);

/**
 * Returns the documentId of the arguments. Where numeric ids are taken, that is the documentId of the version with this
 * id, in either layer. Returns undefined without an id, and an unknown number unchanged, which the operation then refuses.
 */
export async function documentIdOf(
  { documents, shape }: Pick<FieldDependencies, 'documents' | 'shape'>,
  type: ContentType,
  args: Args,
): Promise<string | undefined> {
  const id = args[shape.documentKey];
  if (typeof id !== 'string') return undefined;
  if (!shape.takesNumericIds || !isNumeric(id)) return id;
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
