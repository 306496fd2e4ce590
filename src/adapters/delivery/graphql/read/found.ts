import { createHash } from 'node:crypto';
import type { GraphQLFieldResolver } from 'graphql';
import type { Document } from '../../../../application/ports/document-store.js';
import type { Range } from '../../../../domain/query/query.js';
import type { PageCursors } from '../../../../application/documents/use-cases.js';
import type { Paging } from '../../codec/pagination.js';
import { clientError } from '../client-error.js';

/**
 * The results of root fields, and the resolvers of the fields below. Root fields read everything that is selected, so these
 * resolvers only return a property. They also accept the plain objects that an app's own resolvers return.
 */

/** A document or an item of a component, for one selection. */
export class Entity {
  constructor(
    readonly values: Document,
    /** The aliases of the wrappers above (`data`, `attributes`, `nodes`), below which members are read separately. */
    readonly aliasPath = '',
  ) {}
}

/** What was asked for of a list, the number of all that match if it was counted, and the cursors of a page by cursor. */
export interface ListPage {
  readonly paging: Paging;
  readonly total: number | null;
  readonly cursors?: PageCursors | undefined;
}

/** The value of types that wrap documents: `<Name>EntityResponse` and the collections. */
export class Found {
  constructor(
    readonly data: Data,
    readonly aliasPath = '',
    readonly page?: ListPage,
  ) {}
}

type Resolver = GraphQLFieldResolver<unknown, unknown>;
type Args = Readonly<Record<string, unknown>>;
type Plain = Readonly<Record<string, unknown>> | null | undefined;

/** Returns the value of a field without its context. `key` is the response key. */
export type Reader = (source: unknown, key: string, args: Args) => unknown;

const readers = new WeakMap<object, Reader>();

/** Returns the reader of a generated resolver, or undefined for a resolver of the app or a guarded one. */
export const readerOf = (resolve: unknown): Reader | undefined =>
  typeof resolve === 'function' ? readers.get(resolve) : undefined;

function resolverOf(read: Reader): Resolver {
  const resolve: Resolver = (source, args, _context, { path }) =>
    read(source, String(path.key), args as Args);
  readers.set(resolve, read);
  return resolve;
}

/** Returns `load` as the resolver of a field, which is still read like the generated `resolve` where its context is not needed. */
export function withLoading(resolve: Resolver, load: Resolver): Resolver {
  const read = readerOf(resolve);
  if (read !== undefined) readers.set(load, read);
  return load;
}

/** Returns the alias path below a wrapper: longer only if the wrapper has an alias. */
export const aliasPathBelow = (aliasPath: string, wrapper: string, responseKey: string): string =>
  responseKey === wrapper ? aliasPath : `${aliasPath}${wrapper}/${responseKey}/`;

/** A limit, because every row of an answer repeats the names. */
const maxNameLength = 60;

/** Returns the name in the store's answer: that of the attribute, unless it or a wrapper above has an alias. */
export function answerName(aliasPath: string, responseKey: string, attribute: string): string {
  if (aliasPath === '' && responseKey === attribute) return attribute;
  const full = `@${aliasPath}${responseKey}`;
  return full.length <= maxNameLength ? full : `@${createHash('sha1').update(full).digest('hex')}`;
}

/** Reads the documents of a response: the field `data` or `nodes`. */
export const readWrapped = (wrapper: string): Resolver =>
  resolverOf((source, key) => {
    if (!(source instanceof Found)) return (source as Plain)?.[wrapper];
    return entitiesOf(source.data, aliasPathBelow(source.aliasPath, wrapper, key));
  });

type Data = Document | readonly Document[] | null;

export const entitiesOf = (data: Data, aliasPath = ''): unknown => {
  if (Array.isArray(data)) return (data as readonly Document[]).map((each) => new Entity(each, aliasPath));
  return data === null ? null : new Entity(data as Document, aliasPath);
};

export const readMeta = resolverOf((source) =>
  source instanceof Found ? source : (source as Plain)?.['meta'],
);

/** `Int` of GraphQL has 32 bits. */
const maxInt = 2 ** 31 - 1;

/** `name` is that of the field, for the plain object of an app's own resolver. */
export const readPagination = (name: string): Resolver =>
  resolverOf((source) => {
    const isRead = source instanceof Found && source.page !== undefined;
    return isRead ? pageOf(source.page) : (source as Plain)?.[name];
  });

/** Returns what `pagination` and `pageInfo` have of a page. */
export function pageOf({ paging, total, cursors }: ListPage) {
  const pageSize = paging.kind === 'offset' ? paging.limit : paging.pageSize;
  const pageCount = total === null ? null : Math.ceil(total / pageSize);
  const { start = null, end = null, hasPrevious = null, hasNext = null } = cursors ?? {};
  const shown = { startCursor: start, endCursor: end, hasPreviousPage: hasPrevious, hasNextPage: hasNext };
  return { page: numberOf(paging), pageSize, total, pageCount, ...shown };
}

function numberOf(paging: Paging): number {
  if (paging.kind === 'page') return paging.page;
  // Of a page by cursor only the first has a number: `decodePaging`.
  return paging.kind === 'cursor' ? 1 : Math.min(Math.floor(paging.start / paging.limit) + 1, maxInt);
}

export const readEntityId = resolverOf((source) => {
  const values = source instanceof Entity ? source.values : (source as Plain);
  return values?.['documentId'] ?? values?.['id'];
});

export const readDocumentId = resolverOf((source) =>
  source instanceof Entity ? source.values['documentId'] : (source as Plain)?.['documentId'],
);

export const readItemId = resolverOf((source) =>
  source instanceof Entity ? source.values['id'] : (source as Plain)?.['id'],
);

export const readAttributes = resolverOf((source, key) => {
  if (!(source instanceof Entity)) return (source as Plain)?.['attributes'] ?? source;
  const aliasPath = aliasPathBelow(source.aliasPath, 'attributes', key);
  return aliasPath === source.aliasPath ? source : new Entity(source.values, aliasPath);
});

/** Reads the document of a change (`ChangeValue`), for which `present` makes the value of its type. */
export const readChanged = (present: (document: Document, aliasPath: string) => unknown): Resolver =>
  resolverOf((source, key) => {
    const { document } = source as { readonly document: Document | null };
    return document && present(document, aliasPathBelow('', 'document', key));
  });

/** `values` are those of an enumeration: another program may have stored others. */
export const readScalar = (name: string, values?: readonly string[]): Resolver =>
  resolverOf((source) => {
    const value = source instanceof Entity ? source.values[name] : (source as Plain)?.[name];
    if (values === undefined || value === null || value === undefined || values.includes(value as string))
      return value;
    throw clientError(
      'ApplicationError',
      `The value ${JSON.stringify(value)} of "${name}" is not in its enum`,
    );
  });

/** How the value of a relation's field is made. */
interface LinkPresentation {
  /** From the documents that were read. */
  present(data: Data): unknown;
  /** From the value in the plain object of an app's own resolver. */
  presentPlain(value: unknown): unknown;
  /** For a principal who may not find the target. */
  withheld(): null;
}

export const readRelation = (name: string, { present, presentPlain, withheld }: LinkPresentation): Resolver =>
  resolverOf((source, key) => {
    if (!(source instanceof Entity)) return presentPlain((source as Plain)?.[name]);
    const value = source.values[answerName(source.aliasPath, key, name)];
    return value === undefined ? withheld() : present(value as Data);
  });

/** Returns the range that the arguments of a list name; null: all of it. */
export type RangeOf = (args: Args) => Range | null;

/** Reads a component or a zone: an object, a list or null. `rangeOf` chooses items of a list. */
export const readItems = (name: string, rangeOf: RangeOf = () => null): Resolver =>
  resolverOf((source, key, args) => {
    if (!(source instanceof Entity)) return within(rangeOf(args), (source as Plain)?.[name]);
    const value = source.values[answerName(source.aliasPath, key, name)];
    return value === undefined ? null : within(rangeOf(args), entitiesOf(value as Data));
  });

function within(range: Range | null, items: unknown): unknown {
  if (range === null || !Array.isArray(items)) return items;
  return items.slice(range.offset, range.limit === null ? undefined : range.offset + range.limit);
}

/** Reads what must not be null. `field` is `Restaurant.Name`, for the error that graphql-js too would answer with. */
export function required(resolve: GraphQLFieldResolver<unknown, unknown>, field: string): Resolver {
  const read = readerOf(resolve);
  if (read === undefined) throw new Error(`${field} is not generated`);
  return resolverOf((source, key, args) => {
    const value = read(source, key, args);
    if (value !== null && value !== undefined) return value;
    throw clientError('ApplicationError', `Cannot return null for non-nullable field ${field}.`);
  });
}

/** Returns the name of the type of a zone's item. */
type Typer = (source: unknown) => string | undefined;

const typers = new WeakSet<object>();

/** Whether `resolveType` is generated. */
export const isTyper = (resolveType: unknown): resolveType is Typer =>
  typeof resolveType === 'function' && typers.has(resolveType);

/** `names` has the type names of a zone's components by uid. */
export function typeOfItem(names: ReadonlyMap<unknown, string>): Typer {
  const resolveType: Typer = (source) =>
    names.get(source instanceof Entity ? source.values['__component'] : (source as Plain)?.['__component']);
  typers.add(resolveType);
  return resolveType;
}
