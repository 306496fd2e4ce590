import { factories } from '@strapi/strapi';

export default factories.createCoreService('api::article.article', ({ strapi }) => ({
  async find(params) {
    const result = await super.find(params);
    strapi.log.debug(`found ${result.results.length} articles`);
    return result;
  },

  async countView(documentId: string) {
    const article = await strapi.db.query('api::article.article').findOne({ where: { documentId, publishedAt: { $notNull: true } } });
    if (!article) return null;
    return strapi.db.query('api::article.article').update({ where: { id: article.id }, data: { views: article.views + 1 } });
  },
}));
