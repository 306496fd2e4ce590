import { failure } from '../../domain/failure.js';
import type { Layer, Query, Range } from '../../domain/query/query.js';
import type { ContentType } from '../../domain/schema/schema.js';
import { decodeTarget } from '../delivery/codec/decode-mutation.js';
import { decodeAsked, decodeQuery, decodeSelection } from '../delivery/codec/decode-query.js';
import type { ParamRecord } from '../delivery/codec/param.js';
import { AppError, valueOf } from './app-error.js';
import { isPlain, paramsOf } from './param-of.js';

/** What the app's code asks, as REST would have decoded it. Anything wrong is thrown as an `AppError`. */
export const readQuery = (type: ContentType, params: unknown, range: Range, documentId?: string): Query => {
  const base = { type: type.uid, action: 'find', range, count: false } as const;
  const addressed = documentId === undefined ? base : { ...base, documentId };
  return valueOf(decodeQuery(addressed, readParams(type, params)));
};

/** What creating and updating have in common. `data` is read as a body, not as parameters. */
export function readWrite(type: ContentType, params: unknown) {
  const { data, ...rest } = (params ?? {}) as Record<string, unknown>;
  if (!isPlain(data))
    throw new AppError(failure('INPUT.INVALID', 'data is missing, or no object', { key: 'data' }));
  return {
    type: type.uid,
    ...readTarget(type, rest, 'one'),
    data: bodyOf(data),
    answer: readAnswer(type, rest),
  };
}

/** Where to write: one locale, or with `any` also `*`. */
export function readTarget(type: ContentType, params: unknown, locales: 'one' | 'any'): WriteTarget {
  const { layer, at } = valueOf(decodeTarget(readParams(type, params), locales));
  return { layer, ...at };
}

interface WriteTarget {
  readonly layer: Layer;
  readonly locale?: string;
}

/** The locales named, `*` for all, undefined for the default one. */
export const readLocales = (type: ContentType, params: unknown) =>
  valueOf(decodeAsked(readParams(type, params))).locale;

/** The document that is meant. */
export function readAddress(
  type: ContentType,
  params: unknown,
): { readonly type: string; readonly documentId?: string } {
  const documentId = readDocumentId(type, params);
  return documentId === undefined ? { type: type.uid } : { type: type.uid, documentId };
}

/** What a write is to answer. */
export const readAnswer = (type: ContentType, params: unknown) =>
  valueOf(decodeSelection(readParams(type, params), false));

/** Undefined where it is left out, as it may be for a single type. */
export function readDocumentId({ kind }: ContentType, params: unknown): string | undefined {
  const { documentId } = (params ?? {}) as Record<string, unknown>;
  if (typeof documentId === 'string' && documentId !== '') return documentId;
  if (documentId === undefined && kind === 'singleType') return undefined;
  throw new AppError(failure('QUERY.INVALID', 'documentId is missing', { key: 'documentId' }));
}

function readParams(type: ContentType, params: unknown): ParamRecord {
  const said = paramsOf(params);
  return type.draftAndPublish && said['status'] === undefined ? { ...said, status: 'draft' } : said;
}

/** As it would have come over HTTP: dates are text, what is undefined was not sent. */
const bodyOf = (data: object): unknown =>
  JSON.parse(
    JSON.stringify(data, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  );
