import { appFiles, component, contentType, drafts, localized, relation } from '../schema-builders.js';

const toAuthor = relation('oneToOne', 'author');

const guardedRoutes = `
module.exports = require('@strapi/strapi').factories.createCoreRouter('api::guarded.guarded', {
  config: { findOne: { policies: [() => true] } },
});`;

/** The files of an app with histories. */
export const historyApp = {
  'src/api/guarded/routes/guarded.js': guardedRoutes,
  ...appFiles({
    contentTypes: [
      contentType(
        'article',
        'articles',
        {
          title: { type: 'string', required: true },
          body: { type: 'text' },
          secret: { type: 'string', private: true },
          authors: relation('manyToMany', 'author'),
          seo: { type: 'component', component: 'page.seo' },
          blocks: { type: 'dynamiczone', components: ['page.seo'] },
        },
        drafts,
      ),
      contentType('guarded', 'guardeds', { title: { type: 'string' } }, drafts),
      contentType('author', 'authors', { name: { type: 'string' }, born: { type: 'date' } }),
      contentType(
        'home',
        'homes',
        { title: { type: 'string' } },
        {
          kind: 'singleType',
          options: { draftAndPublish: true, history: { versions: 3 } },
        },
      ),
      contentType(
        'translated',
        'translateds',
        { title: { type: 'string', ...localized } },
        { ...drafts, pluginOptions: { i18n: { localized: true } } },
      ),
    ],
    components: [component('page.seo', { text: { type: 'string' }, who: toAuthor })],
  }),
};
