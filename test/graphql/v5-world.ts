import { createQuire, type AppObject } from '../../src/bootstrap/index.js';
import { makeApp } from '../cli/program.js';
import { openDatabaseUrl } from '../http/chosen-store.js';

type Json = Readonly<Record<string, unknown>>;

const typeFile = (name: string, plural: string, attributes: Json, rest: Json = {}): Json => ({
  [`src/api/${name}/content-types/${name}/schema.json`]: {
    kind: 'collectionType',
    collectionName: plural.replaceAll('-', '_'),
    info: { singularName: name, pluralName: plural, displayName: name },
    options: { draftAndPublish: false },
    attributes,
    ...rest,
  },
});

const componentFile = (uid: string, attributes: Json): Json => ({
  [`src/components/${uid.replace('.', '/')}.json`]: {
    collectionName: `components_${uid.replace('.', '_').replaceAll('-', '_')}`,
    info: { displayName: uid },
    attributes,
  },
});

const drafts = { options: { draftAndPublish: true } };
const localized = { pluginOptions: { i18n: { localized: true } } };

export const linked = (relation: string, target: string, rest: Json = {}): Json => ({
  type: 'relation',
  relation,
  target: `api::${target}.${target}`,
  ...rest,
});

/** The types of the worked examples. */
const files: Json = {
  ...typeFile(
    'restaurant',
    'restaurants',
    {
      Name: { type: 'string', required: true, minLength: 3, maxLength: 60 },
      Description: { type: 'text' },
      Rating: { type: 'integer', min: 0, max: 5 },
      Price: { type: 'decimal' },
      Slug: { type: 'uid' },
      Kind: { type: 'enumeration', enum: ['bistro', 'diner', 'sur-place', 'Très bon'] },
      Opened: { type: 'date' },
      OpensAt: { type: 'time' },
      LastInspection: { type: 'datetime' },
      Active: { type: 'boolean', default: true },
      Tags: { type: 'json' },
      Story: { type: 'richtext' },
      Blocks: { type: 'blocks' },
      Email: { type: 'email' },
      Big: { type: 'biginteger' },
      Score: { type: 'float' },
      Hidden: { type: 'string', private: true },
      categories: linked('manyToMany', 'category', { inversedBy: 'restaurants' }),
      dishes: linked('oneToMany', 'dish', { mappedBy: 'restaurant' }),
      owner: linked('manyToOne', 'chef', { inversedBy: 'restaurants' }),
      Cover: { type: 'media', allowedTypes: ['images'] },
      Gallery: { type: 'media', multiple: true, allowedTypes: ['images'] },
      seo: { type: 'component', component: 'shared.seo' },
      Openings: { type: 'component', component: 'shared.opening', repeatable: true },
      sections: { type: 'dynamiczone', components: ['sections.quote', 'sections.gallery'] },
    },
    drafts,
  ),
  ...typeFile('category', 'categories', {
    Name: { type: 'string', required: true, unique: true },
    restaurants: linked('manyToMany', 'restaurant', { mappedBy: 'categories' }),
  }),
  ...typeFile('dish', 'dishes', {
    Name: { type: 'string', required: true },
    Cost: { type: 'decimal' },
    restaurant: linked('manyToOne', 'restaurant', { inversedBy: 'dishes' }),
  }),
  ...typeFile('chef', 'chefs', {
    Name: { type: 'string', required: true },
    restaurants: linked('oneToMany', 'restaurant', { mappedBy: 'owner' }),
  }),
  ...typeFile(
    'article',
    'articles',
    {
      title: { type: 'string', required: true, ...localized },
      topics: linked('manyToMany', 'topic', { inversedBy: 'articles' }),
    },
    { ...drafts, ...localized },
  ),
  ...typeFile(
    'topic',
    'topics',
    {
      Name: { type: 'string', ...localized },
      articles: linked('manyToMany', 'article', { mappedBy: 'topics' }),
    },
    localized,
  ),
  ...typeFile(
    'homepage',
    'homepages',
    { title: { type: 'string' }, featured: linked('oneToMany', 'restaurant') },
    { kind: 'singleType' },
  ),
  ...componentFile('shared.seo', {
    metaTitle: { type: 'string', required: true },
    shareCategory: linked('oneToOne', 'category'),
  }),
  ...componentFile('shared.opening', {
    day: { type: 'string' },
    note: { type: 'component', component: 'shared.note' },
  }),
  ...componentFile('shared.note', { text: { type: 'string' } }),
  ...componentFile('shared.link', { label: { type: 'string' }, url: { type: 'string' } }),
  ...componentFile('sections.quote', { text: { type: 'text' }, author: linked('oneToOne', 'chef') }),
  ...componentFile('sections.gallery', {
    title: { type: 'string' },
    links: { type: 'component', component: 'shared.link', repeatable: true },
  }),
};

export interface V5Answer {
  readonly status: number;
  // Tests look into answers by name.
  // oxlint-disable-next-line no-explicit-any
  readonly body: any;
  readonly vary: string | null;
}

export interface AskOptions {
  readonly variables?: Json;
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
  readonly warnings: readonly string[];
  ask(query: string, options?: AskOptions): Promise<V5Answer>;
  rest(method: string, path: string, body?: unknown, token?: string): Promise<V5Answer>;
  stop(): Promise<void>;
}

/** A whole server with GraphQL in the flat format. `more` files replace those of the examples. */
export async function startV5World(more: Json = {}): Promise<V5World> {
  const plugins = "module.exports = { graphql: { config: { responseFormat: 'v5' } } };";
  const all = { ...files, 'config/plugins.js': plugins, ...more };
  const texts = Object.entries(all).map(([path, file]) => {
    return [path, typeof file === 'string' ? file : JSON.stringify(file)] as const;
  });
  const directory = await makeApp(Object.fromEntries(texts));
  const [warnings, errors] = [[] as string[], [] as string[]];
  const log = {
    debug: () => {},
    info: () => {},
    warn: (message: string, fields?: object) => void warnings.push(`${message} ${JSON.stringify(fields)}`),
    error: (message: string, fields?: object) => void errors.push(`${message} ${JSON.stringify(fields)}`),
  };
  const env = { DATABASE_URL: await openDatabaseUrl(), PORT: '0', NODE_ENV: 'test' };
  const quire = createQuire({ app: directory.directory, env, log });
  const { url } = await quire.start().catch(async (error: unknown) => {
    await directory.remove();
    throw error;
  });
  const { token: full } = await quire.app.access.createToken({ name: 'full', access: 'full-access' });
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
    app: quire.app,
    url,
    token: full,
    errors,
    warnings,
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
    stop: async () => {
      await quire.stop();
      await directory.remove();
    },
  };
}

const json = { 'Content-Type': 'application/json' };
