import { reportRefusal, type RefusalReports } from '../../../../application/audit/refusals.js';
import { isPlainObject } from '../../../../domain/document/plain-object.js';
import { failure, strayKey } from '../../../../domain/failure.js';
import type { Action } from '../../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { Uid } from '../../../../domain/schema/schema.js';
import type { ReadBody } from '../read-body.js';
import { readDataBody } from '../read-data-body.js';
import { sendError, sendFailure, sendNothing, sendText } from '../send.js';
import type { ServerAction, ServerCall } from './server-action.js';

/** Answers with `data`, or without content if there is none. Refusals for want of a grant on `type` are recorded. */
export const answeringWith =
  (reports: RefusalReports, type: Uid) =>
  (action: Action, run: (call: ServerCall) => Promise<Result<unknown>>): ServerAction =>
  async (call) => {
    const { res, principal } = call;
    const done = await run(call);
    if (done.ok)
      return done.value === undefined
        ? sendNothing(res)
        : sendText(res, 200, JSON.stringify({ data: done.value }));
    if (done.failure.code === 'POLICY.DENIED') await reportRefusal(reports, principal, { action, type });
    sendFailure(res, done.failure);
  };

/** Reads `data` of the body, which may have these keys. */
export const readingData =
  <T extends object>(
    readBody: ReadBody,
    keys: ReadonlySet<string>,
    run: (call: ServerCall, data: Partial<Record<keyof T, unknown>>) => Promise<void>,
  ): ServerAction =>
  async (call) => {
    const body = await readDataBody(call, readBody);
    if (!body.ok) return sendError(call.res, body.failure);
    const data = dataOf(body.value, keys);
    return data.ok ? run(call, data.value) : sendFailure(call.res, data.failure);
  };

function dataOf(body: unknown, keys: ReadonlySet<string>): Result<object> {
  const data = isPlainObject(body) ? body['data'] : undefined;
  if (!isPlainObject(data))
    return err(failure('INPUT.INVALID', 'Missing "data" payload in the request body', { source: 'body' }));
  const unknown = Object.keys(data).find((key) => !keys.has(key));
  return unknown === undefined ? ok(data) : err(strayKey(unknown));
}

/** Decodes `?state=…&limit=…` of a list. */
export function decodeList<State extends string>(
  query: Readonly<Record<string, unknown>>,
  states: readonly State[],
): Result<{ readonly state?: State; readonly limit: number }> {
  const { state, limit = '25', ...rest } = query;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) return invalid(unknown, `Invalid parameter ${unknown}`);
  const known = states.find((one) => one === state);
  if (state !== undefined && known === undefined)
    return invalid('state', `state must be one of ${states.join(', ')}`);
  const count = typeof limit === 'string' && /^[1-9]\d{0,2}$/.test(limit) ? Number(limit) : 0;
  if (count < 1 || count > 100) return invalid('limit', 'limit must be a number from 1 to 100');
  return ok({ limit: count, ...(known !== undefined && { state: known }) });
}

const invalid = (key: string, message: string): Result<never> =>
  err(failure('QUERY.INVALID', message, { key }));
