import type { Query } from '../../../../domain/query/query.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { ContentType, Schema, Uid } from '../../../../domain/schema/schema.js';
import { denied } from '../../../../domain/failure.js';
import { decodeQuery } from '../../codec/decode-query.js';
import type { ParamRecord } from '../../codec/param.js';
import { parseQueryText } from '../../codec/parse-query-text.js';
import { invalidParam } from '../../codec/query-failures.js';

/** The most types of one listener. */
const maxTypes = 50;

/** Other parameters of a list mean nothing here, or something else for each type. */
const refusedForOne = ['sort', 'pagination'] as const;
const refusedForMany = [...refusedForOne, 'filters', 'fields', 'populate'] as const;

interface LiveText {
  readonly queries: readonly Query[];
  readonly after: string | undefined;
}

/** Decodes the text of a query for the changes of one type. */
export function decodeLiveType(type: Uid, text: string): Result<LiveText> {
  const params = parseQueryText(text);
  return params.ok ? decodeFor([type], params.value, refusedForOne) : params;
}

/** Decodes the text of a query with `types=api::a.a,api::b.b`. A type that nobody may read is refused like an unknown one. */
export function decodeLiveTypes(
  { contentTypes }: Schema,
  isServed: (type: ContentType) => boolean,
  text: string,
): Result<LiveText> {
  const params = parseQueryText(text);
  if (!params.ok) return params;
  const listed = params.value['types'];
  const uids = typeof listed === 'string' ? new Set(listed.split(',').map((uid) => uid.trim())) : [];
  const names = [...uids] as Uid[];
  if (names.length === 0 || names.length > maxTypes)
    return invalidParam(
      `types must name 1 to ${maxTypes} content-types: api::a.a,api::b.b`,
      'types',
      'types',
    );
  const types = names.map((uid) => contentTypes.get(uid));
  if (types.some((type) => type === undefined || !isServed(type))) return err(denied);
  return decodeFor(names, params.value, refusedForMany);
}

function decodeFor(types: readonly Uid[], params: ParamRecord, refused: readonly string[]): Result<LiveText> {
  const wrong = refused.find((name) => params[name] !== undefined);
  if (wrong !== undefined) return invalidParam(`${wrong} cannot be used here`, wrong, wrong);
  const { after } = params;
  if (after !== undefined && typeof after !== 'string')
    return invalidParam('after must be the id of an event', 'after', 'after');
  const queries: Query[] = [];
  for (const type of types) {
    const query = decodeQuery({ type, action: 'find', range: { offset: 0, limit: 1 }, count: false }, params);
    if (!query.ok) return query;
    queries.push(query.value);
  }
  return ok({ queries, after });
}
