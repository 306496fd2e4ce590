import { factories, type Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { readingMinutes } from '../../../utils/reading-time';

const { ValidationError } = errors;

export default factories.createCoreController('api::article.article', ({ strapi }) => ({
  // Wraps the core action, and adds to its meta.
  async find(ctx) {
    const { data, meta } = await super.find(ctx);
    return { data, meta: { ...meta, edition: ctx.state.edition } };
  },

  // Replaces the core action by one that also finds by slug.
  async findOne(ctx) {
    const { id } = ctx.params;
    const entity = await strapi.db.query('api::article.article').findOne({ where: { slug: id, publishedAt: { $notNull: true } } });
    if (entity) ctx.params.id = entity.documentId;
    return super.findOne(ctx);
  },

  async create(ctx) {
    const { data } = ctx.request.body;
    if (data?.title === 'forbidden') throw new ValidationError('That title is taken', { title: data.title });
    if (ctx.state.user) data.editorNotes = `by ${ctx.state.user.username}, ${ctx.state.user.role.type}`;
    return super.create(ctx);
  },

  async featured(ctx) {
    await this.validateQuery(ctx);
    const query = await this.sanitizeQuery(ctx);
    const { results, pagination } = await strapi.service('api::article.article').find({ ...query, sort: 'views:desc', pagination: { pageSize: 2 } });
    const clean = await this.sanitizeOutput(results, ctx);
    return this.transformResponse(clean, { pagination });
  },

  async view(ctx) {
    const article = await strapi.service('api::article.article').countView(ctx.params.id);
    if (!article) return ctx.notFound('No such article');
    ctx.body = { views: article.views, minutes: readingMinutes(article.body) };
  },

  async bySlug(ctx) {
    const { slug } = ctx.params;
    const articles = await strapi.documents('api::article.article').findMany({
      filters: { slug },
      status: 'published',
      populate: ctx.query.populate as any,
    });
    if (articles.length === 0) return ctx.notFound();
    return this.transformResponse(articles[0]);
  },
})) satisfies unknown as (instance: { strapi: Core.Strapi }) => unknown;
