import { createHash } from 'node:crypto';
import type { GraphQLFieldResolver } from 'graphql';
import type { Document } from '../../../../application/ports/document-store.js';
import type { Paging } from '../../codec/pagination.js';

/**
 * What root fields answer, and how the fields below read it. Everything was read at the root: a resolver here only looks
 * at a property. What resolvers of an app answer instead, plain objects, is read as clients of this API know them.
 */

/** A document, or an item of a component, as one selection sees it. */
export class Entity {
  constructor(
    readonly values: Document,
    /** Names the wrappers with aliases on the way here, under which members were read apart. */
    readonly facet = '',
  ) {}
}

/** What `<Name>EntityResponse` and the collections are read from. */
export class Found {
  constructor(
    readonly data: Document | readonly Document[] | null,
    readonly facet = '',
    readonly paging?: Paging,
    readonly total: number | null = null,
  ) {}
}

type Resolver = GraphQLFieldResolver<unknown, unknown>;
type Plain = Readonly<Record<string, unknown>> | null | undefined;

/** Looks at nothing but what a field is about; `key` is the name under which the field is answered. */
export type Reader = (source: unknown, key: string) => unknown;

const readers = new WeakMap<object, Reader>();

/** What a resolver reads, where it is one of those below; undefined where it is an app's own, or stands before one. */
export const readerOf = (resolve: unknown): Reader | undefined =>
  typeof resolve === 'function' ? readers.get(resolve) : undefined;

function resolverOf(read: Reader): Resolver {
  const resolve: Resolver = (source, _args, _context, { path }) => read(source, String(path.key));
  readers.set(resolve, read);
  return resolve;
}

/** The facet below a wrapper: the same one, unless the wrapper has an alias. */
export const facetBelow = (facet: string, wrapper: 'data' | 'attributes', responseKey: string): string =>
  responseKey === wrapper ? facet : `${facet}${wrapper}/${responseKey}/`;

/** Each row of an answer repeats the names. */
const longestName = 60;

/** The name in the answer of the store: that of the attribute, unless there are an alias or a facet. */
export function answerName(facet: string, responseKey: string, attribute: string): string {
  if (facet === '' && responseKey === attribute) return attribute;
  const full = `@${facet}${responseKey}`;
  return full.length <= longestName ? full : `@${createHash('sha1').update(full).digest('hex')}`;
}

export const readData = resolverOf((source, key) => {
  if (!(source instanceof Found)) return (source as Plain)?.['data'];
  const facet = facetBelow(source.facet, 'data', key);
  return entitiesOf(source.data, facet);
});

const entitiesOf = (data: Document | readonly Document[] | null, facet: string): unknown => {
  if (Array.isArray(data)) return (data as readonly Document[]).map((each) => new Entity(each, facet));
  return data === null ? null : new Entity(data as Document, facet);
};

export const readMeta = resolverOf((source) =>
  source instanceof Found ? source : (source as Plain)?.['meta'],
);

/** GraphQL's `Int` has 32 bits. */
const maxInt = 2 ** 31 - 1;

export const readPagination = resolverOf((source) => {
  if (!(source instanceof Found) || source.paging === undefined) return (source as Plain)?.['pagination'];
  const { paging, total } = source;
  const pageSize = paging.kind === 'page' ? paging.pageSize : paging.limit;
  const page =
    paging.kind === 'page' ? paging.page : Math.min(Math.floor(paging.start / pageSize) + 1, maxInt);
  return { page, pageSize, total, pageCount: total === null ? null : Math.ceil(total / pageSize) };
});

export const readEntityId = resolverOf((source) => {
  const values = source instanceof Entity ? source.values : (source as Plain);
  return values?.['documentId'] ?? values?.['id'];
});

export const readItemId = resolverOf((source) =>
  source instanceof Entity ? source.values['id'] : (source as Plain)?.['id'],
);

export const readAttributes = resolverOf((source, key) => {
  if (!(source instanceof Entity)) return (source as Plain)?.['attributes'] ?? source;
  const facet = facetBelow(source.facet, 'attributes', key);
  return facet === source.facet ? source : new Entity(source.values, facet);
});

export const readScalar = (name: string): Resolver =>
  resolverOf((source) => (source instanceof Entity ? source.values[name] : (source as Plain)?.[name]));

/** Absent where the principal may not find the target. */
export const readRelation = (name: string): Resolver =>
  resolverOf((source, key) => {
    if (!(source instanceof Entity)) return responseOf((source as Plain)?.[name]);
    const value = source.values[answerName(source.facet, key, name)];
    return value === undefined ? null : new Found(value as Document | readonly Document[] | null);
  });

const responseOf = (value: unknown): unknown =>
  value === undefined || (typeof value === 'object' && value !== null && 'data' in value)
    ? value
    : { data: value };

/** Of a component or a zone: an object, a list or null. */
export const readItems = (name: string): Resolver =>
  resolverOf((source, key) => {
    if (!(source instanceof Entity)) return (source as Plain)?.[name];
    const value = source.values[answerName(source.facet, key, name)];
    return value === undefined ? null : entitiesOf(value as Document | readonly Document[] | null, '');
  });

/** Tells the name of the type of a zone's item. */
type Typer = (source: unknown) => string | undefined;

const typers = new WeakSet<object>();

/** Whether what tells the type of an item is generated. */
export const isTyper = (resolveType: unknown): resolveType is Typer =>
  typeof resolveType === 'function' && typers.has(resolveType);

/** `names` are those of the types of a zone's components, by uid. */
export function typeOfItem(names: ReadonlyMap<unknown, string>): Typer {
  const resolveType: Typer = (source) =>
    names.get(source instanceof Entity ? source.values['__component'] : (source as Plain)?.['__component']);
  typers.add(resolveType);
  return resolveType;
}
