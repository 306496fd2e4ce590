import type { Request, Response } from 'express';
import { isPlainObject } from '../../../domain/document/plain-object.js';
import { err, type Result } from '../../../domain/result.js';
import { missingData } from '../codec/decode-mutation.js';
import { failureResponse, type ErrorResponse } from './failure-response.js';
import { formType, type ReadBody } from './read-body.js';

/**
 * Reads a body that has `data`. Refuses, with a hint, one with an unsupported Content-Type, and a form without `data`: curl sends
 * JSON as a form by default.
 */
export async function readDataBody(
  { req, res }: { readonly req: Request; readonly res: Response },
  readBody: ReadBody,
): Promise<Result<unknown, ErrorResponse>> {
  const body = await readBody(req, res);
  const { 'content-length': length, 'content-type': type, 'transfer-encoding': coding } = req.headers;
  const isSent = coding !== undefined || Number(length ?? 0) > 0;
  const isUnread = body.ok && (body.value === undefined || isFormWithoutData(req, body.value));
  if (!isSent || !isUnread) return body;
  const has = type === undefined ? 'has no Content-Type' : `has the Content-Type ${type}`;
  const hint = `the request ${has}: send application/json`;
  return err(failureResponse({ ...missingData, details: { hint } }));
}

const isFormWithoutData = (req: Request, body: unknown): boolean =>
  req.is(formType) !== false && isPlainObject(body) && !Object.hasOwn(body, 'data');
