import { appFiles, component, contentType, drafts, localized, relation } from '../../schema-builders.js';
import { serveApp, type ServedApp } from '../served-app.js';

export const article = 'api::article.article';
export const note = 'api::note.note';
export const page = 'api::page.page';
export const author = 'api::author.author';

const title = { title: { type: 'string' } };

/** An app whose articles have drafts, pages locales, and notes neither. Everybody may do everything over REST. */
export function serveHooked(files: Readonly<Record<string, unknown>> = {}): Promise<ServedApp> {
  const schemas = appFiles({
    contentTypes: [
      contentType(
        'article',
        'articles',
        {
          ...title,
          slug: { type: 'uid' },
          summary: { type: 'string', minLength: 5 },
          notes: { type: 'string', private: true },
          seo: { type: 'component', component: 'meta.seo' },
          author: relation('manyToOne', 'author', { inversedBy: 'articles' }),
        },
        drafts,
      ),
      contentType(
        'author',
        'authors',
        { name: { type: 'string' }, articles: relation('oneToMany', 'article', { mappedBy: 'author' }) },
        drafts,
      ),
      contentType('note', 'notes', { ...title, count: { type: 'integer' } }),
      contentType(
        'page',
        'pages',
        { title: { type: 'string', ...localized }, shared: { type: 'string' } },
        { ...drafts, ...localized },
      ),
    ],
    components: [component('meta.seo', { keyword: { type: 'string' } })],
  });
  return serveApp({ ...schemas, ...files });
}
