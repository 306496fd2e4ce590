import { factories, type Core, type Modules, type Strapi, type UID } from '@strapi/strapi';
import { env } from '@strapi/utils';

export const count: number = env.int('COUNT', 3);
export const maybe: number | undefined = env.int('COUNT');
export const level: 'low' | 'high' = env.oneOf('LEVEL', ['low', 'high'] as const, 'low');
// @ts-expect-error It may be unset.
export const name: string = env('NAME');

export const controller = ({ strapi }: { strapi: Core.Strapi }): Core.Controller => ({
  async list(ctx) {
    ctx.body = await strapi.documents('api::note.note').findMany({});
  },
});

export const guarded = (handler: Core.ControllerHandler): Core.ControllerHandler => {
  return async (ctx, next) => {
    if (ctx.state.user) return handler(ctx, next);
    return ctx.unauthorized();
  };
};

export const isOwner: Core.PolicyHandler = (context: Core.PolicyContext, config, { strapi }) =>
  context.state.user?.id === config.owner && strapi.config.get('api.owners');

export const timed: Core.MiddlewareFactory<{ header: string }> = ({ header }, { strapi }) => {
  return async (ctx, next) => {
    await next();
    ctx.set(header.toLowerCase(), strapi.config.get('api.took'));
  };
};

export const routes: Core.RouterConfig = {
  type: 'content-api',
  routes: [
    { method: 'GET', path: '/notes/first', handler: 'note.first', config: { auth: false, policies: ['is-owner'] } },
    { method: 'POST', path: '/notes/last', handler: (ctx) => ctx.send({}) },
  ],
};

export const router = factories.createCoreRouter('api::note.note', { only: ['find'] });

export const numbered: Modules.Documents.Middleware.Middleware = async (context, next) => {
  const uid: UID.Schema = context.uid;
  const id: Modules.Documents.ID | undefined = context.params.documentId;
  const result: Modules.Documents.Result<'api::note.note'> = await next();
  return uid && id ? result : undefined;
};

type Chosen = Modules.Documents.Params.Pick<UID.ContentType, 'filters' | 'sort'>;

export const first = (uid: UID.ContentType, chosen: Chosen = {}) => strapi.documents(uid).findFirst({ ...chosen });
export const idOf = ({ documentId }: Modules.Documents.AnyDocument): Modules.Documents.ID => documentId;

export default {
  register({ strapi }: { strapi: Strapi }) {
    strapi.documents.use(numbered);
  },
};
