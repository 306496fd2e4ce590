import qs from 'qs';
import { failure, type Failure } from '../../../domain/failure.js';
import { maxDepth } from '../../../domain/plan/planning-scope.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { isList, isRecord, type Param, type ParamRecord } from './param.js';
import { ThrownFailure } from '../../../application/thrown-failure.js';

/** Returns the part of a URL after the `?`, without decoding it. */
export function queryTextOf(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}

const maxParameters = 1000;
/** qs turns a list with a larger index into a record; `restoreLists` turns it into a list again. */
const arrayLimit = 100;

const nothing: ParamRecord = Object.freeze(Object.create(null) as ParamRecord);

/** The part of the request that the text comes from. Failures name it. */
export type TextSource = 'query' | 'body';

/** Parses `application/x-www-form-urlencoded` text. Fails if any of it is malformed, too long or too deeply nested. */
export function parseQueryText(text: string, source: TextSource = 'query'): Result<ParamRecord> {
  if (text === '') return ok(nothing);
  const count = countParameters(text);
  if (count > maxParameters)
    return err(malformed(source, `Too many parameters: ${count}, at most ${maxParameters}`));
  try {
    const params = qs.parse(text, { ...options, decoder: decoderFor(text, source) }) as ParamRecord;
    return ok(mayExceedArrayLimit(text, count) ? (restoreLists(params) as ParamRecord) : params);
  } catch (error) {
    if (error instanceof ThrownFailure) return err(error.failure);
    if (error instanceof RangeError)
      return err(malformed(source, `Parameters nested deeper than ${maxDepth} levels`));
    throw error;
  }
}

const options = {
  depth: maxDepth,
  strictDepth: true,
  arrayLimit,
  parameterLimit: Infinity,
  strictNullHandling: true,
  plainObjects: true,
} as const;

const malformed = (source: TextSource, message: string, key?: string): Failure =>
  failure(
    source === 'query' ? 'QUERY.INVALID' : 'INPUT.INVALID',
    message,
    key === undefined ? undefined : { key, source },
  );

function countParameters(text: string): number {
  let count = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) count += 1;
  return count;
}

/** Checks the whole text once, so that the parts of an ordinary text need no checks of their own. */
function decoderFor(text: string, source: TextSource): Decoder {
  const decoded = text.includes('%') ? decodeOrNull(text) : text;
  const harmless = decoded !== null && !decoded.includes('\u0000') && !decoded.includes('__proto__');
  return harmless ? decodePart : createCarefulDecoder(source);
}

type Decoder = (text: string, _default: unknown, _charset: string, type: 'key' | 'value') => string;

const decodePart = (text: string): string =>
  text.includes('%') || text.includes('+') ? decodeURIComponent(text.replaceAll('+', ' ')) : text;

function decodeOrNull(text: string): string | null {
  try {
    return decodePart(text);
  } catch {
    return null;
  }
}

/**
 * Creates a decoder that refuses malformed parts and names their parameter. qs decodes each name before its value, so the
 * last name is that of the parameter.
 */
function createCarefulDecoder(source: TextSource): Decoder {
  let key = '';
  return (text, _default, _charset, type) => {
    const decoded = decodeOrNull(text);
    if (type === 'key') key = decoded ?? text;
    if (decoded === null)
      throw new ThrownFailure(malformed(source, `The parameter ${key} is not percent-encoded UTF-8`, key));
    if (decoded.includes('\u0000'))
      throw new ThrownFailure(
        malformed(source, `The parameter ${printable(key)} holds a null character`, key),
      );
    if (type === 'key' && decoded.includes('__proto__'))
      throw new ThrownFailure(malformed(source, `Invalid key ${key}`, key));
    return decoded;
  };
}

const printable = (text: string): string => text.replaceAll('\u0000', '\\u0000');

const mayExceedArrayLimit = (text: string, count: number): boolean =>
  count > arrayLimit || /(\[|%5B)[1-9]\d\d/i.test(text);

/** Turns records whose keys are all list indexes into lists, in index order. `maxDepth` bounds the recursion. */
function restoreLists(param: Param): Param {
  if (isList(param)) return param.map(restoreLists);
  if (!isRecord(param)) return param;
  const keys = Object.keys(param);
  // JavaScript lists index keys in ascending order.
  if (keys.length > 0 && keys.every(isIndex)) return keys.map((key) => restoreLists(param[key]!));
  const record = Object.create(null) as { [key: string]: Param };
  for (const key of keys) record[key] = restoreLists(param[key]!);
  return record;
}

const isIndex = (key: string): boolean => /^(0|[1-9]\d{0,8})$/.test(key);
