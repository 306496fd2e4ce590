import { letThrough } from '../../../../application/access/rules/access-rule.js';
import { errors } from '../../../../application/app-code/errors.js';
import { pluginActionOf, type RunPluginAction } from '../../../../application/app-code/plugin-actions.js';
import { askerOf } from '../../../../application/app-code/request-state.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import { notFound } from '../../../../domain/failure.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { withOrigin } from '../../codec/client-address.js';
import { queryTextOf } from '../../codec/create-koa.js';
import type { RequestContext } from '../../codec/request-context.js';
import type { ThrownRefusal } from '../../codec/thrown-refusal.js';
import { takeAnswer } from '../app-code/hold-answer.js';
import { replaceBody } from '../read-body.js';
import { replaceForm } from '../upload/read-form.js';
import type { PluginLimits } from './plugin-limits.js';
import type { ServerAction } from './server-action.js';

interface Dependencies {
  readonly actions: ReadonlyMap<string, ServerAction>;
  readonly schema: Schema;
  readonly limits: PluginLimits;
}

/**
 * Returns what runs an action of the server for code of an app: with the request as that code has changed it, and with
 * its answer as `ctx.status` and `ctx.body`. The route has let the request through, so the action needs no other grant.
 * What the action refuses is thrown, as code expects.
 */
export const createPluginActionRun =
  ({ actions, schema, limits }: Dependencies): RunPluginAction =>
  async (uid, name, given) => {
    const context = given as RequestContext;
    const { req, res, request, params, state } = context;
    const run = actions.get(`${uid}.${name}`);
    if (run === undefined) throw new ThrownFailure(notFound);
    const action = pluginActionOf(uid, name);
    const counted = await limits.count(action?.limit, context);
    if (!counted.ok) throw new ThrownFailure(counted.failure);
    replaceRequest(context);
    const asker = askerThrough(askerOf(state), action?.access, schema);
    const call = { req, res, principal: withOrigin(asker, req), params: textsIn(params) };
    const { status, body } = await takeAnswer(context, () => run({ ...call, text: queryTextOf(request) }));
    if (status >= 400) throw refusalIn(status, body);
    context.body = body ?? null;
    context.status = status;
  };

/** Makes the action read the body as the code has left it. */
function replaceRequest({ req, request }: RequestContext): void {
  replaceBody(req, request.body);
  const { files } = request as { readonly files?: Parameters<typeof replaceForm>[1]['files'] };
  if (files === undefined) return;
  const fields = request.body as Parameters<typeof replaceForm>[1]['fields'] | undefined;
  replaceForm(req, { fields: fields ?? {}, files });
}

/** `access`: the route's scope, if it has one. */
const askerThrough = (asker: Principal, access: unknown, schema: Schema): Principal =>
  typeof access === 'object' && access !== null
    ? letThrough(asker, access as Parameters<typeof letThrough>[1], schema)
    : asker;

/** Code sets `ctx.params.id` to the numeric id of a user. */
const textsIn = (params: object): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined,
    ]),
  );

/** The refusal as an error of `errors`, so that code can catch it by its class and read its details. */
function refusalIn(status: number, body: unknown): Error {
  const { error } = (body ?? {}) as { readonly error?: Partial<ThrownRefusal> };
  const { name = 'ApplicationError', message, details } = error ?? {};
  const known = errors[name as keyof typeof errors] as typeof errors.ApplicationError | undefined;
  const thrown = new (known ?? errors.ApplicationError)(message, details);
  return Object.assign(thrown, { name, status, ...(status >= 500 && { expose: false }) });
}
