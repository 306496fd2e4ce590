import { createHash } from 'node:crypto';
import type { GraphQLFieldResolver } from 'graphql';
import type { Document } from '../../../../application/ports/document-store.js';
import type { Paging } from '../../codec/paging.js';

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

type Reader = GraphQLFieldResolver<unknown, unknown>;
type Plain = Readonly<Record<string, unknown>> | null | undefined;

const readers = new WeakSet<object>();

/** Whether a resolver is one of those below, which look at nothing but what they are about. */
export const isReader = (resolve: unknown): boolean => typeof resolve === 'function' && readers.has(resolve);

function reader(resolve: Reader): Reader {
  readers.add(resolve);
  return resolve;
}

/** The facet below a wrapper: the same one, unless the wrapper has an alias. */
export const facetBelow = (facet: string, wrapper: 'data' | 'attributes', responseKey: string): string =>
  responseKey === wrapper ? facet : `${facet}${wrapper}/${responseKey}/`;

/** PostgreSQL cuts longer names. */
const longestName = 60;

/** The name in the answer of the store: that of the attribute, unless there are an alias or a facet. */
export function answerName(facet: string, responseKey: string, attribute: string): string {
  if (facet === '' && responseKey === attribute) return attribute;
  const full = `@${facet}${responseKey}`;
  return full.length <= longestName ? full : `@${createHash('sha1').update(full).digest('hex')}`;
}

export const readData = reader((source, _args, _context, info) => {
  if (!(source instanceof Found)) return (source as Plain)?.['data'];
  const facet = facetBelow(source.facet, 'data', String(info.path.key));
  return entitiesOf(source.data, facet);
});

const entitiesOf = (data: Document | readonly Document[] | null, facet: string): unknown => {
  if (Array.isArray(data)) return (data as readonly Document[]).map((each) => new Entity(each, facet));
  return data === null ? null : new Entity(data as Document, facet);
};

export const readMeta = reader((source) => (source instanceof Found ? source : (source as Plain)?.['meta']));

export const readPagination = reader((source) => {
  if (!(source instanceof Found) || source.paging === undefined) return (source as Plain)?.['pagination'];
  const { paging, total } = source;
  const pageSize = paging.kind === 'page' ? paging.pageSize : paging.limit;
  const page = paging.kind === 'page' ? paging.page : Math.floor(paging.start / pageSize) + 1;
  return { page, pageSize, total, pageCount: total === null ? null : Math.ceil(total / pageSize) };
});

export const readEntityId = reader((source) => {
  const values = source instanceof Entity ? source.values : (source as Plain);
  return values?.['documentId'] ?? values?.['id'];
});

export const readItemId = reader((source) =>
  source instanceof Entity ? source.values['id'] : (source as Plain)?.['id'],
);

export const readAttributes = reader((source, _args, _context, info) => {
  if (!(source instanceof Entity)) return (source as Plain)?.['attributes'] ?? source;
  const facet = facetBelow(source.facet, 'attributes', String(info.path.key));
  return facet === source.facet ? source : new Entity(source.values, facet);
});

export const readScalar = (name: string): Reader =>
  reader((source) => (source instanceof Entity ? source.values[name] : (source as Plain)?.[name]));

/** Absent where the principal may not find the target. */
export const readRelation = (name: string): Reader =>
  reader((source, _args, _context, info) => {
    if (!(source instanceof Entity)) return responseOf((source as Plain)?.[name]);
    const value = source.values[answerName(source.facet, String(info.path.key), name)];
    return value === undefined ? null : new Found(value as Document | readonly Document[] | null);
  });

const responseOf = (value: unknown): unknown =>
  value === undefined || (typeof value === 'object' && value !== null && 'data' in value)
    ? value
    : { data: value };

/** Of a component or a zone: an object, a list or null. */
export const readItems = (name: string): Reader =>
  reader((source, _args, _context, info) => {
    if (!(source instanceof Entity)) return (source as Plain)?.[name];
    const value = source.values[answerName(source.facet, String(info.path.key), name)];
    return value === undefined ? null : entitiesOf(value as Document | readonly Document[] | null, '');
  });

/** The uid of the component that an item of a zone is. */
export const componentOfItem = (source: unknown): unknown =>
  source instanceof Entity ? source.values['__component'] : (source as Plain)?.['__component'];
