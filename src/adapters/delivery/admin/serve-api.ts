import type { Request, Response } from 'express';
import { type Failure, denied, failure, notFound, strayParameter } from '../../../domain/failure.js';
import { reason } from '../../../domain/reason/reason.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { withOrigin } from '../codec/client-address.js';
import { parseQueryText, queryTextOf } from '../codec/parse-query-text.js';
import { sendFailure, sendReply, setApiHeaders } from './answers.js';
import type { AdminDependencies, Call, Reply } from './call.js';
import type { FailureAnswer } from './contract/failures.js';
import { csrfHeader, versionHeader } from './contract/paths.js';
import { readCookie } from './cookies.js';
import { decodeBody, readBody } from './decode-body.js';
import { csrfOf, isFromHere, isSame, recordCrossSite, setUpFirst, signedOut } from './guard.js';
import { needsProof, unproven } from './proof.js';
import { refusalFor } from './route.js';
import { findRoute, type FoundRoute } from './routes.js';
import { limited, serveSignInApi } from './sign-in/sign-in-api.js';

/** `path` is the part of the path after `/admin/api/`. */
export async function serveApi(
  dependencies: AdminDependencies,
  req: Request,
  res: Response,
  path: string,
): Promise<void> {
  setApiHeaders(res);
  const isSafe = req.method === 'GET' || req.method === 'HEAD';
  if (!isSafe && !isFromHere(req, dependencies.options)) {
    await recordCrossSite(dependencies, req);
    return sendFailure(dependencies, res, denied);
  }
  if (await serveSignInApi(dependencies, req, res, path)) return;
  const cookie = readCookie(req, dependencies.options, 'admin');
  if (cookie === null) return sendFailure(dependencies, res, signedOut);
  const reply = await replyTo(dependencies, { req, res, path, cookie, isSafe });
  return reply.ok ? sendReply(res, ...reply.value) : sendFailure(dependencies, res, reply.failure);
}

interface Asked {
  readonly req: Request;
  readonly res: Response;
  readonly path: string;
  readonly cookie: string;
  readonly isSafe: boolean;
}

/** Returns the reply with the status of its route. */
async function replyTo(
  dependencies: AdminDependencies,
  asked: Asked,
): Promise<Result<readonly [Reply<unknown, unknown>, status: number | undefined]>> {
  const { req, res, path, cookie, isSafe } = asked;
  const found = findRoute(req.method, path);
  const me = await dependencies.administration.authenticate(
    cookie,
    found.route?.isPassive === true ? 'watch' : 'use',
  );
  if (!me.ok) return me;
  if (me.value === null) return err(signedOut);
  res.setHeader(versionHeader, dependencies.options.version);
  if (me.value.mustSetUp) return err(setUpFirst);
  const csrf = csrfOf(dependencies, cookie);
  const principal = withOrigin(me.value.principal, req);
  if (!isSafe && !isSame(dependencies, req.headers[csrfHeader.toLowerCase()], csrf)) {
    await recordCrossSite(dependencies, req, principal);
    return err(denied);
  }
  if (found.route === null) {
    if (found.allowed.length === 0) return err(notFound);
    res.setHeader('Allow', found.allowed.join(', '));
    return ok([methodNotAllowed, 405]);
  }
  const body = found.route.isUpload === true || isSafe ? undefined : await bodyOf(dependencies, asked);
  if (body !== undefined && !body.ok) return body;
  const { params } = found;
  const call: Call = {
    req,
    res,
    me: me.value,
    principal,
    cookie,
    csrf,
    params,
    asked: {},
    body: body?.value,
  };
  const judged = judge(found, call, isSafe);
  const reply = judged.ok ? await runLimited(dependencies, found, judged.value) : judged;
  const isRecorded = judged.ok && found.route.path.startsWith('documents/');
  if (!reply.ok && reply.failure.code === 'POLICY.DENIED' && !isRecorded)
    await recordDenied(dependencies, found, call);
  return reply.ok ? ok([reply.value, found.route.status]) : reply;
}

const methodNotAllowed: Reply<unknown, unknown> = {
  text: JSON.stringify({
    data: null,
    error: { status: 405, name: 'MethodNotAllowedError', message: 'Method Not Allowed', details: {} },
  } satisfies FailureAnswer),
};

async function runLimited(
  dependencies: AdminDependencies,
  { route }: FoundRoute,
  call: Call,
): Promise<Result<Reply<unknown, unknown>>> {
  const counted = await limited(dependencies, call.req, route.limit);
  return counted.ok ? route.run(dependencies, call) : counted;
}

/** Returns the request as its route takes it, if the administrator may make it and it is as the route is described. */
function judge(found: FoundRoute, call: Call, isSafe: boolean): Result<Call> {
  const { needs, query = [], takes } = found.route;
  const refusal = isSafe ? null : refusalOf(found, call);
  if (refusal !== null) return err(refusal);
  const lacking = refusalFor(call.principal, needs);
  if (lacking !== null) return err(lacking);
  const asked = parseQueryText(queryTextOf(call.req.url));
  if (!asked.ok) return asked;
  const stray = Object.keys(asked.value).find((key) => query.every(({ name }) => name !== key));
  if (stray !== undefined) return err(strayParameter(stray));
  const body = takes === undefined ? ok(undefined) : decodeBody(takes, call.body);
  return body.ok ? ok({ ...call, asked: asked.value, body: body.value }) : body;
}

/** Why a write is refused whatever its route would do. */
function refusalOf({ route }: FoundRoute, { me, body }: Call): Failure | null {
  const { seesAs, isProven } = me;
  if (seesAs !== null)
    return route.path === 'see-as' && route.method === 'DELETE'
      ? null
      : { ...lookingOnly, details: { seesAs } };
  return !isProven && needsProof(route, body) ? unproven : null;
}

const lookingOnly = failure('POLICY.DENIED', reason('seeAs.refused'));

const bodyOf = ({ options }: AdminDependencies, { req, res }: Asked) =>
  readBody(req, res, 'json', options.maxBodyBytes);

/** Refused writes of documents are recorded by their use cases. */
async function recordDenied(
  { audit }: AdminDependencies,
  { route }: FoundRoute,
  { principal, req }: Call,
): Promise<void> {
  if (route.method === 'GET') return;
  const action = ({ POST: 'create', PATCH: 'update', DELETE: 'delete' } as const)[route.method];
  await audit?.record(principal, { action, outcome: 'refused', subject: req.path });
}
