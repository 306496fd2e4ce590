import { isPlainObject } from '../../../domain/document/plain-object.js';
import { failure } from '../../../domain/failure.js';
import type { Action } from '../../../domain/permission/permission.js';
import { contentTypeOf, type ContentType } from '../../../domain/schema/schema.js';
import { missingData } from '../../delivery/codec/decode-mutation.js';
import { askerOf } from '../../../application/app-code/request-state.js';
import { AppError } from '../app-error.js';
import { asksDrafts, markAsker, type CoreContext } from './asker.js';
import { checkInput, sanitizeInput } from './check-input.js';
import { checkQuery, sanitizeQuery, type Asking } from './check-query.js';
import { baseServiceOf } from './core-service.js';
import type { Core } from './core.js';
import { presented } from './present.js';
import { createServerActions, type ServerActions } from './server-actions.js';
import { sanitizeOutput } from './sanitize-output.js';

type Params = Record<string, unknown>;

// Controllers have methods of any kind.
// oxlint-disable-next-line no-explicit-any
export type Controller = Record<string, any>;

/** The steps of an action, of which an app may have its own. */
interface Steps {
  transformResponse(data: unknown, meta?: object): Promise<unknown>;
  sanitizeOutput(data: unknown, context: CoreContext): Promise<unknown>;
  sanitizeInput(data: unknown, context: CoreContext): Promise<unknown>;
  sanitizeQuery(context: CoreContext): Promise<Params>;
  validateQuery(context: CoreContext): Promise<void>;
  validateInput(data: unknown, context: CoreContext): Promise<void>;
}

/** Returns the controller that every content-type has; the same object for each call. */
export function baseControllerOf(core: Core, uid: string): Controller {
  const { controllers } = core.bases;
  const base = controllers.get(uid) ?? createBaseController(core, contentTypeOf(core.schema, uid));
  controllers.set(uid, base);
  return base;
}

/**
 * Whether an action of the controller runs without code of the app: the action, its steps and the method of the service
 * are those of the server.
 */
export function isServersOwn(core: Core, uid: string, controller: Controller, action: string): boolean {
  const base = baseControllerOf(core, uid);
  return controller[action] === base[action] && usesOwnSteps(core, uid, controller, action);
}

const steps: readonly (keyof Steps)[] = [
  'transformResponse',
  'sanitizeOutput',
  'sanitizeInput',
  'sanitizeQuery',
  'validateQuery',
  'validateInput',
];

/** The method of the service that an action calls. */
const methodOf = ({ kind }: ContentType, action: string): string =>
  kind === 'singleType' && action === 'update' ? 'createOrUpdate' : action;

function usesOwnSteps(core: Core, uid: string, controller: Controller, action: string): boolean {
  const base = baseControllerOf(core, uid);
  if (!steps.every((step) => controller[step] === undefined || controller[step] === base[step])) return false;
  const method = methodOf(contentTypeOf(core.schema, uid), action);
  const own = (core.serviceOf(uid) as Controller | undefined)?.[method] as unknown;
  return typeof own !== 'function' || own === baseServiceOf(core, uid)[method];
}

function createBaseController(core: Core, type: ContentType): Controller {
  const inSteps = type.kind === 'singleType' ? singleActions(core, type) : collectionActions(core, type);
  const server = createServerActions(core, type);
  const actions = Object.keys(inSteps).map((name) => {
    const run = inSteps[name] as (this: Steps, context: CoreContext) => Promise<unknown>;
    const action = async function (this: Controller, context: CoreContext): Promise<unknown> {
      // Without steps of the app, one plan answers: permissions and private attributes are part of it.
      const isOwn = usesOwnSteps(core, type.uid, this, name);
      return isOwn ? server[name as keyof ServerActions]?.(context) : run.call(this as Steps, context);
    };
    return [name, action] as const;
  });
  return { ...Object.fromEntries(actions), ...createSteps(core, type) };
}

const createSteps = (core: Core, type: ContentType): Steps => ({
  transformResponse: async (data, meta = {}) => presented(core, type, data, meta),
  sanitizeOutput: (data, { query, state }) =>
    sanitizeOutput(core, type, data, askerOf(state), asksDrafts(query)),
  sanitizeInput: async (data, { state }) => sanitizeInput(core, type, data, askerOf(state)),
  sanitizeQuery: async (context) => {
    const asking = askingIn(context);
    return markAsker(sanitizeQuery(core, type, context.query, asking), asking.asker);
  },
  validateQuery: async (context) => checkQuery(core, type, context.query, askingIn(context)),
  validateInput: async (data, { state }) => checkInput(core, type, data, askerOf(state)),
});

const askingIn = (context: CoreContext): Asking => ({
  asker: askerOf(context.state),
  action: running.get(context) ?? likelyAction(context),
  isCore: running.has(context),
});

/** What core actions do with their contexts while they look at the query. */
const running = new WeakMap<CoreContext, Action>();

/** What an action of the app does. Without a method it counts as a read, which shows less. */
function likelyAction({ method, params }: CoreContext): Action {
  if (method !== undefined && method !== 'GET' && method !== 'HEAD') return 'update';
  return params?.id === undefined ? 'find' : 'findOne';
}

type Actions = Record<string, (this: Steps, context: CoreContext) => Promise<unknown>>;

function collectionActions(core: Core, { uid }: ContentType): Actions {
  const service = (): Controller => serviceOf(core, uid);
  return {
    async find(context) {
      const query = await queryIn(this, context, 'find');
      const { results, pagination } = (await service()['find'](query)) as Params;
      return this.transformResponse(await this.sanitizeOutput(results, context), { pagination });
    },
    async findOne(context) {
      const found: unknown = await service()['findOne'](
        context.params?.id,
        await queryIn(this, context, 'findOne'),
      );
      return answer(this, found, context);
    },
    async create(context) {
      const query = await queryIn(this, context, 'create');
      const data = await dataIn(this, context);
      const created: unknown = await service()['create']({ ...query, data });
      const sanitized = await this.sanitizeOutput(created, context);
      context.status = 201;
      return this.transformResponse(sanitized);
    },
    async update(context) {
      const query = await queryIn(this, context, 'update');
      const data = await dataIn(this, context);
      return answer(this, await service()['update'](context.params?.id, { ...query, data }), context);
    },
    async delete(context) {
      await service()['delete'](context.params?.id, await queryIn(this, context, 'delete'));
      context.status = 204;
    },
  };
}

function singleActions(core: Core, { uid }: ContentType): Actions {
  const service = (): Controller => serviceOf(core, uid);
  return {
    async find(context) {
      return answer(this, await service()['find'](await queryIn(this, context, 'find')), context);
    },
    async update(context) {
      const query = await queryIn(this, context, 'update');
      const data = await dataIn(this, context);
      return answer(this, await service()['createOrUpdate']({ ...query, data }), context);
    },
    async delete(context) {
      await service()['delete'](await queryIn(this, context, 'delete'));
      context.status = 204;
    },
  };
}

/** The service of the app, which may lack the methods of a core service. */
function serviceOf(core: Core, uid: string): Controller {
  const own = core.serviceOf(uid) as Controller | undefined;
  const base = baseServiceOf(core, uid);
  return own === undefined ? base : new Proxy(own, { get: (_own, name) => methodIn(own, base, name) });
}

function methodIn(own: Controller, base: Controller, name: string | symbol): unknown {
  const method = own[name as string] as unknown;
  return typeof method === 'function' ? (method.bind(own) as unknown) : base[name as string];
}

async function queryIn(own: Steps, context: CoreContext, action: Action): Promise<Params> {
  running.set(context, action);
  try {
    await own.validateQuery(context);
    return await own.sanitizeQuery(context);
  } finally {
    running.delete(context);
  }
}

async function dataIn(own: Steps, context: CoreContext): Promise<unknown> {
  const { data } = (context.request?.body ?? {}) as { readonly data?: unknown };
  if (!isPlainObject(data)) throw new AppError(failure('INPUT.INVALID', missingData.message));
  await own.validateInput(data, context);
  return own.sanitizeInput(data, context);
}

/** A document that is not there is null, which ends as 404. */
async function answer(own: Steps, data: unknown, context: CoreContext): Promise<unknown> {
  return own.transformResponse(await own.sanitizeOutput(data, context));
}
