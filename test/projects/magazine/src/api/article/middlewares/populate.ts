import type { Core } from '@strapi/strapi';
import { Context, Next } from 'koa';

export default (config, { strapi }: { strapi: Core.Strapi }) => {
  return async (ctx: Context, next: Next) => {
    ctx.query = { ...ctx.query, populate: { author: { fields: ['name'] }, seo: true } } as any;
    await next();
    ctx.set('X-Populated', 'author');
  };
};
