import { failure, invalidInput } from '../../../domain/failure.js';
import { reason, type Reason } from '../../../domain/reason/reason.js';
import { walkMembers } from '../../../domain/document/walk-members.js';
import type { Create, Delete, Transition, Update } from '../../../domain/query/mutation.js';
import type { Layer } from '../../../domain/query/query.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { Uid } from '../../../domain/schema/schema.js';
import { decodeVersion, decodeSelection } from './decode-query.js';
import type { ParamRecord } from './param.js';
import { parseQueryText } from './parse-query-text.js';
import { invalidParam } from './query-failures.js';
import { JsonRecord, decodeWith } from './scalar-codecs.js';

/** Deeper values would overflow the stack of recursive functions. */
const maxNesting = 200;

/** A query string, or the parameters that it would have. */
export type WriteQuery = string | ParamRecord;

/** Makes parameters for writes that no query string asks for, of those that have a value. */
export function writeParams(given: Readonly<Record<string, string | undefined>>): ParamRecord {
  const params = Object.create(null) as { [name: string]: string };
  for (const [name, value] of Object.entries(given)) if (value !== undefined) params[name] = value;
  return params;
}

/** `body` is the parsed body, or undefined if there is none. */
export function decodeCreate(type: Uid, query: WriteQuery, body: unknown): Result<Create> {
  const parts = decodeParts(query, body);
  return parts.ok ? ok({ kind: 'create', type, ...parts.value }) : parts;
}

/** Without a documentId it changes the document of a single type. The same holds for deletes and transitions. */
export function decodeUpdate(
  type: Uid,
  documentId: string | undefined,
  query: WriteQuery,
  body: unknown,
): Result<Update> {
  const parts = decodeParts(query, body);
  return parts.ok ? ok({ kind: 'update', ...addressOf(type, documentId), ...parts.value }) : parts;
}

export function decodeDelete(type: Uid, documentId: string | undefined, query: WriteQuery): Result<Delete> {
  const params = paramsOf(query);
  if (!params.ok) return params;
  const target = decodeTarget(params.value, 'any');
  return target.ok ? ok({ kind: 'delete', ...addressOf(type, documentId), ...target.value.at }) : target;
}

export function decodeTransition<Kind extends Transition['kind']>(
  kind: Kind,
  type: Uid,
  documentId: string | undefined,
  query: WriteQuery,
): Result<Transition & { readonly kind: Kind }> {
  const params = decodeParams(query);
  if (!params.ok) return params;
  const { at, answer } = params.value;
  return ok({ kind, ...addressOf(type, documentId), ...at, answer });
}

const addressOf = (type: Uid, documentId: string | undefined) =>
  documentId === undefined ? { type } : { type, documentId };

type Parts = Pick<Create, 'layer' | 'locale' | 'data' | 'answer'>;

function decodeParts(query: WriteQuery, body: unknown): Result<Parts> {
  const data = decodeData(body);
  if (!data.ok) return data;
  const params = decodeParams(query);
  if (!params.ok) return params;
  const { layer, at, answer } = params.value;
  return ok({ layer, ...at, data: data.value, answer });
}

const paramsOf = (query: WriteQuery): Result<ParamRecord> =>
  typeof query === 'string' ? parseQueryText(query) : ok(query);

/** Decodes the version to write, and the answer to give. */
function decodeParams(query: WriteQuery): Result<WriteTarget & Pick<Create, 'answer'>> {
  const params = paramsOf(query);
  if (!params.ok) return params;
  const target = decodeTarget(params.value, 'one');
  if (!target.ok) return target;
  const answer = decodeSelection(params.value, false);
  return answer.ok ? ok({ ...target.value, answer: answer.value }) : answer;
}

interface WriteTarget {
  readonly layer: Layer;
  readonly at: { readonly locale?: string };
}

/** Decodes the layer and the locale to write. Only with `any` may the locale be `*`, which means all. */
export function decodeTarget(params: ParamRecord, locales: 'one' | 'any'): Result<WriteTarget> {
  const version = decodeVersion(params);
  if (!version.ok) return version;
  const { layer, locale } = version.value;
  if (locale === undefined) return ok({ layer, at: {} });
  return typeof locale === 'string' && (locales === 'any' || locale !== '*')
    ? ok({ layer, at: { locale } })
    : invalidParam('Invalid locale. Expected one locale code', 'locale', 'locale');
}

export const missingData = failure('INPUT.INVALID', reason('body.none'));

function decodeData(body: unknown): Result<unknown> {
  const data = decodeWith(JsonRecord, body)?.['data'];
  if (typeof data !== 'object' || data === null) return err(missingData);
  const bounded = withinDepth(data);
  return bounded.ok && Array.isArray(data)
    ? err(invalidInput([{ path: [], reason: notAnObject(data), value: data }]))
    : bounded;
}

/** Refuses what is nested too deep for functions that recurse. The body itself is the first level. */
export const withinDepth = <T>(body: T): Result<T> =>
  typeof body === 'object' && body !== null && walkMembers(body, maxNesting - 1, () => {}) !== null
    ? err(failure('INPUT.INVALID', reason('body.depth', { max: maxNesting })))
    : ok(body);

const notAnObject = (data: readonly unknown[]): Reason =>
  reason('body.list', { value: data.length === 0 ? '[]' : 'an array' });
