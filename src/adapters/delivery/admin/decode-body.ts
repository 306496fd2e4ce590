import express, { type Request, type Response } from 'express';
import { isRight } from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { failure, strayKey } from '../../../domain/failure.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { withinDepth } from '../codec/decode-mutation.js';
import { refuseBrokenText } from '../codec/refuse-broken-text.js';
import { unknownMember } from './unknown-member.js';

export const unreadable = failure(
  'INPUT.INVALID',
  'The body must be JSON, with Content-Type application/json',
);

/** Reads JSON, or a form. A body of another kind, or one that is malformed, too large or nested too deep, is refused. */
export async function readBody(
  req: Request,
  res: Response,
  kind: 'json' | 'form',
  limit: number,
): Promise<Result<unknown>> {
  const isThere = Number(req.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in req.headers;
  if (!isThere) return ok(undefined);
  const options = { limit, verify: refuseBrokenText };
  const parser =
    kind === 'json'
      ? express.json({ ...options, strict: true })
      : express.urlencoded({ ...options, extended: false });
  if (req.is(kind === 'json' ? 'application/json' : 'application/x-www-form-urlencoded') === false)
    return err(unreadable);
  return new Promise((resolve) => {
    parser(req, res, (error?: unknown) =>
      resolve(error === undefined ? withinDepth<unknown>(req.body) : err(unreadable)),
    );
  });
}

/** Decodes a body. The failure names the first member that does not fit, or that is not described. */
export function decodeBody<A>(codec: t.Type<A, unknown>, body: unknown): Result<A> {
  const decoded = decodePart(codec, body);
  const unknown = decoded.ok ? unknownMember(codec, body ?? {}) : undefined;
  return unknown === undefined ? decoded : err(strayKey(unknown));
}

/** Decodes a value that may have more members, such as a part of an answer that comes back. */
export function decodePart<A>(codec: t.Type<A, unknown>, body: unknown): Result<A> {
  const decoded = codec.decode(body ?? {});
  if (isRight(decoded)) return ok(decoded.right);
  const path = decoded.left[0]?.context
    .map(({ key }) => key)
    .filter((key) => key !== '' && !/^\d+$/.test(key));
  const key = path?.join('.') ?? '';
  return err(failure('INPUT.INVALID', key === '' ? 'Invalid body' : `Invalid ${key}`, { key }));
}
