import { failure } from '../../domain/failure.js';
import type { Layer, Query, Range } from '../../domain/query/query.js';
import type { PlainObject } from '../../domain/document/plain-object.js';
import type { ContentType, Schema } from '../../domain/schema/schema.js';
import type { Expected } from '../../domain/query/mutation.js';
import { decodeExpected } from '../delivery/codec/decode-expected.js';
import { decodeTarget } from '../delivery/codec/decode-mutation.js';
import { decodeVersion, decodeQuery, decodeSelection } from '../delivery/codec/decode-query.js';
import type { ParamRecord, Param } from '../delivery/codec/param.js';
import { knownData, readNewDocument } from './queries/read-document-data.js';
import { searchFilter } from './queries/search-filter.js';
import { AppError, valueOf } from './app-error.js';
import { err, ok, type Result } from '../../domain/result.js';

/** Reads the parameters of a query as REST would have decoded them. Throws an `AppError` if they are invalid. */
export const readQuery = (type: ContentType, params: unknown, range: Range, documentId?: string): Query => {
  const base = { type: type.uid, action: 'find', range, count: false } as const;
  const addressed = documentId === undefined ? base : { ...base, documentId };
  const query = valueOf(decodeQuery(addressed, readParams(type, params)));
  const { _q: words } = (params ?? {}) as Record<string, unknown>;
  if (typeof words !== 'string' || words.trim() === '') return query;
  const search = searchFilter(type, words.trim());
  const filters =
    query.filters === undefined ? search : { kind: 'and' as const, filters: [query.filters, search] };
  return { ...query, filters };
};

/** Reads what create and update have in common. `data` is read like a request body, not like parameters. */
export function readWrite(schema: Schema, type: ContentType, params: unknown) {
  const { data, ...rest } = (params ?? {}) as Record<string, unknown>;
  if (!isPlain(data))
    throw new AppError(failure('INPUT.INVALID', 'data is missing, or no object', { key: 'data' }));
  const body = bodyOf(data);
  return {
    type: type.uid,
    ...readTarget(type, rest, 'one'),
    data: knownData(schema, type, body),
    answer: readAnswer(type, rest),
    given: readNewDocument(body),
  };
}

/** Reads the locale to write; with `any` also `*`. */
export function readTarget(type: ContentType, params: unknown, locales: 'one' | 'any'): WriteTarget {
  const { layer, at } = valueOf(decodeTarget(readParams(type, params), locales));
  return { layer, ...at };
}

interface WriteTarget {
  readonly layer: Layer;
  readonly locale?: string;
}

/** Reads the locales: `*` for all, undefined for the default one. */
export const readLocales = (type: ContentType, params: unknown) =>
  valueOf(decodeVersion(readParams(type, params))).locale;

/** Reads the documentId and the locale. */
export function readAddress(
  type: ContentType,
  params: unknown,
): { readonly type: string; readonly documentId?: string } {
  const documentId = readDocumentId(type, params);
  return documentId === undefined ? { type: type.uid } : { type: type.uid, documentId };
}

/** Reads what is expected of the version that is written. */
export function readExpected(params: unknown): { readonly expected?: Expected } {
  const expected = valueOf(decodeExpected((params as { readonly ifMatch?: unknown } | undefined)?.ifMatch));
  return expected === undefined ? {} : { expected };
}

/** Reads what a write returns. */
export const readAnswer = (type: ContentType, params: unknown) =>
  valueOf(decodeSelection(readParams(type, params), false));

/** Returns undefined if it is absent, as it may be for a single type. */
export function readDocumentId({ kind }: ContentType, params: unknown): string | undefined {
  const { documentId } = (params ?? {}) as Record<string, unknown>;
  if (typeof documentId === 'string' && documentId !== '') return documentId;
  if (documentId === undefined && kind === 'singleType') return undefined;
  throw new AppError(failure('QUERY.INVALID', 'documentId is missing', { key: 'documentId' }));
}

function readParams(type: ContentType, params: unknown): ParamRecord {
  const said = paramsOf(withoutExpected(params));
  return type.draftAndPublish && said['status'] === undefined ? { ...said, status: 'draft' } : said;
}

const withoutExpected = (params: unknown): unknown => {
  if (!isPlain(params) || !Object.hasOwn(params, 'ifMatch')) return params;
  const { ifMatch: _ifMatch, ...rest } = params as Record<string, unknown>;
  return rest;
};

/** Converts data as JSON would: dates become texts, undefined members disappear. */
const bodyOf = (data: object): PlainObject =>
  JSON.parse(
    JSON.stringify(data, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ) as PlainObject;

/**
 * Converts parameters from JavaScript values to the form that the codec reads, in which all values are texts, as in a
 * URL.
 */
export function paramsOf(params: unknown, at = 'params'): ParamRecord {
  if (params === undefined || params === null) return {};
  if (!isPlain(params)) throw refusal(at);
  return recordOf(params, at);
}

function recordOf(value: object, at: string): ParamRecord {
  // Without a prototype, as the codec requires, so that `constructor` is a key like any other.
  const record: Record<string, Param> = Object.create(null) as Record<string, Param>;
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) record[key] = paramOf(member, `${at}.${key}`);
  }
  return record;
}

function paramOf(value: unknown, at: string): Param {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
  }
  if (value === null) return null;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  if (Array.isArray(value)) return value.map((item, index) => paramOf(item, `${at}.${index}`));
  if (isPlain(value)) return recordOf(value, at);
  throw refusal(at);
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  [null, Object.prototype].includes(Object.getPrototypeOf(value) as null);

const refusal = (at: string): AppError =>
  new AppError(
    failure('QUERY.INVALID', `${at} must be text, a number, a boolean, a date, a list or a plain object`),
  );

const names = ['start', 'limit'] as const;
type Numbers = { [name in (typeof names)[number]]?: number };

/**
 * Reads `start` and `limit`. Without a limit, or with one of -1, all documents are read: the page sizes of REST do not
 * limit app code.
 */
export function readRange(params: Readonly<Record<string, unknown>>): Result<Range> {
  const read = readNumbers(params);
  if (!read.ok) return read;
  const { start, limit } = read.value;
  return ok({ offset: start ?? 0, limit: limit === undefined || limit === -1 ? null : limit });
}

function readNumbers(params: Readonly<Record<string, unknown>>): Result<Numbers> {
  const numbers: Numbers = {};
  for (const name of names) {
    const value = params[name];
    if (value === undefined || value === null) continue;
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    const least = name === 'limit' ? -1 : 0;
    if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < least)
      return refuse(name, value);
    numbers[name] = number;
  }
  return ok(numbers);
}

const refuse = (name: string, value: unknown): Result<never> =>
  err(
    failure(
      'QUERY.INVALID',
      `Invalid ${name}: ${String(value)} is not a whole number that can be counted to`,
      {
        key: name,
      },
    ),
  );
