import { runPolicies } from '../../../../application/access/rules/policies.js';
import { ok } from '../../../../domain/result.js';
import { RequestContext } from '../../codec/app-request/request-context.js';
import type { Call, Operation } from '../operation.js';
import { replaceBody, type ReadBody } from '../read-body.js';
import { sendError } from '../send.js';
import { HeldResponse } from './held-response.js';
import type { RouteMiddleware, RouteRule } from './route-rules.js';
import { thrownResponse } from './thrown-response.js';

const bodyless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE']);

/** Runs an operation behind the policies and middlewares of its route: first all policies, then the middlewares. */
export async function runUnderRule(
  rule: RouteRule,
  call: Call,
  readBody: ReadBody,
  operation: Operation,
): Promise<void> {
  const { req, res } = call;
  if (rule.policies.length === 0 && rule.middlewares.length === 0) return operation.run(call);
  const body = bodyless.has(req.method) ? ok(undefined) : await readBody(req, res);
  if (!body.ok) return sendError(res, body.failure);
  const held = rule.middlewares.length === 0 ? undefined : new HeldResponse(res);
  const context = new RequestContext(call, rule.handler, body.value, held);
  try {
    await runPolicies(rule.policies, context);
    await compose(rule.middlewares, context, () => {
      replaceBody(req, context.request.body);
      return operation.run({ ...call, ...changed(call, context) });
    });
    held?.send();
  } catch (thrown) {
    held?.release();
    const response = thrownResponse(thrown);
    if (response === undefined) throw bugOf(thrown);
    sendError(res, response);
  }
}

/** Without a status: what a library throws with one is not meant for the client of this server. */
function bugOf(thrown: unknown): Error {
  const bug = new Error(String(thrown), { cause: thrown });
  if (thrown instanceof Error && thrown.stack !== undefined) bug.stack = thrown.stack;
  return bug;
}

/** What policies and middlewares made of the request. */
const changed = (call: Call, { querystring, params }: RequestContext): Pick<Call, 'text' | 'documentId'> => ({
  text: querystring,
  documentId: call.documentId === undefined ? undefined : String(params['id']),
});

async function compose(
  middlewares: readonly RouteMiddleware[],
  context: RequestContext,
  run: () => Promise<void>,
): Promise<void> {
  const [first, ...rest] = middlewares;
  if (first === undefined) return run();
  let isCalled = false;
  await first(context, () => {
    if (isCalled) return Promise.reject(new Error('next() called multiple times'));
    isCalled = true;
    return compose(rest, context, run);
  });
}
