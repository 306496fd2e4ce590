import type { AppObject } from '../../src/bootstrap/index.js';
import { furtherScalars } from '../http/fixture-schema.js';
import { serveApp } from '../http/served-app.js';
import { appFiles, component, contentType, drafts, localized, relation } from '../schema-builders.js';

/** The types of the worked examples. */
const files = appFiles({
  contentTypes: [
    contentType(
      'restaurant',
      'restaurants',
      {
        Name: { type: 'string', required: true, minLength: 3, maxLength: 60 },
        Description: { type: 'text' },
        Rating: { type: 'integer', min: 0, max: 5 },
        Price: { type: 'decimal' },
        Slug: { type: 'uid' },
        Kind: { type: 'enumeration', enum: ['bistro', 'diner', 'sur-place', 'Très bon'] },
        ...furtherScalars,
        Hidden: { type: 'string', private: true },
        categories: relation('manyToMany', 'category', { inversedBy: 'restaurants' }),
        dishes: relation('oneToMany', 'dish', { mappedBy: 'restaurant' }),
        owner: relation('manyToOne', 'chef', { inversedBy: 'restaurants' }),
        Cover: { type: 'media', allowedTypes: ['images'] },
        Gallery: { type: 'media', multiple: true, allowedTypes: ['images'] },
        seo: { type: 'component', component: 'shared.seo' },
        Openings: { type: 'component', component: 'shared.opening', repeatable: true },
        sections: { type: 'dynamiczone', components: ['sections.quote', 'sections.gallery'] },
      },
      drafts,
    ),
    contentType('category', 'categories', {
      Name: { type: 'string', required: true, unique: true },
      restaurants: relation('manyToMany', 'restaurant', { mappedBy: 'categories' }),
    }),
    contentType('dish', 'dishes', {
      Name: { type: 'string', required: true },
      Cost: { type: 'decimal' },
      restaurant: relation('manyToOne', 'restaurant', { inversedBy: 'dishes' }),
    }),
    contentType('chef', 'chefs', {
      Name: { type: 'string', required: true },
      restaurants: relation('oneToMany', 'restaurant', { mappedBy: 'owner' }),
    }),
    contentType(
      'article',
      'articles',
      {
        title: { type: 'string', required: true, ...localized },
        topics: relation('manyToMany', 'topic', { inversedBy: 'articles' }),
      },
      { ...drafts, ...localized },
    ),
    contentType(
      'topic',
      'topics',
      {
        Name: { type: 'string', ...localized },
        articles: relation('manyToMany', 'article', { mappedBy: 'topics' }),
      },
      localized,
    ),
    contentType(
      'homepage',
      'homepages',
      { title: { type: 'string' }, featured: relation('oneToMany', 'restaurant') },
      { kind: 'singleType' },
    ),
  ],
  components: [
    component('shared.seo', {
      metaTitle: { type: 'string', required: true },
      shareCategory: relation('oneToOne', 'category'),
    }),
    component('shared.opening', {
      day: { type: 'string' },
      note: { type: 'component', component: 'shared.note' },
    }),
    component('shared.note', { text: { type: 'string' } }),
    component('shared.link', { label: { type: 'string' }, url: { type: 'string' } }),
    component('sections.quote', { text: { type: 'text' }, author: relation('oneToOne', 'chef') }),
    component('sections.gallery', {
      title: { type: 'string' },
      links: { type: 'component', component: 'shared.link', repeatable: true },
    }),
  ],
});

export interface V5Answer {
  readonly status: number;
  // Tests look into answers by name.
  // oxlint-disable-next-line no-explicit-any
  readonly body: any;
  readonly vary: string | null;
}

export interface AskOptions {
  readonly variables?: Readonly<Record<string, unknown>>;
  /** A bearer token; the full-access one by default, `''` for none. */
  readonly token?: string;
  /** The header `Strapi-Response-Format`. */
  readonly format?: string;
}

export interface V5World {
  readonly app: AppObject;
  readonly url: string;
  readonly token: string;
  readonly errors: readonly string[];
  ask(query: string, options?: AskOptions): Promise<V5Answer>;
  rest(method: string, path: string, body?: unknown, token?: string): Promise<V5Answer>;
  stop(): Promise<void>;
}

/** A whole server with GraphQL in the flat format. `more` files replace those of the examples. */
export async function startV5World(more: Readonly<Record<string, unknown>> = {}): Promise<V5World> {
  const plugins = "module.exports = { graphql: { config: { responseFormat: 'v5' } } };";
  const served = await serveApp({ ...files, 'config/plugins.js': plugins, ...more });
  const { app, url, errors } = served;
  const { token: full } = await app.access.createToken({ name: 'full', access: 'full-access' });
  const send = async (path: string, init: RequestInit, token = full): Promise<V5Answer> => {
    const headers = new Headers(init.headers);
    if (token !== '') headers.set('Authorization', `Bearer ${token}`);
    const answer = await fetch(`${url}${path}`, { ...init, headers });
    const text = await answer.text();
    const isJson = answer.headers.get('Content-Type')?.includes('json') === true;
    const body: unknown = isJson && text !== '' ? JSON.parse(text) : text;
    return { status: answer.status, body, vary: answer.headers.get('Vary') };
  };
  return {
    app,
    url,
    token: full,
    errors,
    ask: (query, { variables, token, format } = {}) => {
      const chosen = format === undefined ? {} : { 'Strapi-Response-Format': format };
      const body = JSON.stringify({ query, ...(variables && { variables }) });
      const init = { method: 'POST', headers: { ...json, ...chosen }, body };
      return send('/graphql', init, token);
    },
    rest: (method, path, body, token) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: json };
      return send(`/api${path}`, { method, ...sent }, token);
    },
    stop: () => served.stop(),
  };
}

const json = { 'Content-Type': 'application/json' };
