import { factories } from '@strapi/strapi';

export default factories.createCoreRouter('api::article.article', {
  config: {
    update: { policies: ['global::is-editor'] },
    delete: { policies: [{ name: 'global::is-editor', config: { strict: true } }] },
  },
});
