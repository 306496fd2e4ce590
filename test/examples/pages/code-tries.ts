import { expect } from 'chai';
import { textOf } from '../../../src/domain/document/text-of.js';
import type { ServedProject } from '../../app-code/project.js';
import { toUser, typeFile, userFile } from '../../http/served-app.js';

type Try = (project: ServedProject) => Promise<void> | void;

/** What a page's code is tried with. */
export interface Tried {
  /** Files that the code refers to. */
  readonly files?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** What each app of the page does, in the order of their code. */
  readonly tries?: readonly Try[];
}

const pass = 'module.exports = () => true;';
const wrapResolver = 'module.exports = () => (next, ...rest) => next(...rest);';
const resolvers = {
  'src/middlewares/resolver-timing.js': wrapResolver,
  'src/middlewares/cache.js': wrapResolver,
};
const article = 'api::article.article';
const restaurant = 'api::restaurant.restaurant';

/** The content-types of the pages. */
export const sharedFiles: Readonly<Record<string, unknown>> = {
  ...typeFile('article', {
    title: { type: 'string' },
    slug: { type: 'uid', targetField: 'title' },
    text: { type: 'text' },
    featured: { type: 'boolean' },
    author: toUser('manyToOne'),
  }),
  ...typeFile('restaurant', {
    Name: { type: 'string' },
    Secret: { type: 'string' },
    owner: toUser('manyToOne'),
  }),
};

/** By page. What every page checks is that its apps start: names, keys and handlers that are wrong stop a start. */
export const tried: Readonly<Record<string, Tried>> = {
  accounts: {
    files: userFile({ nickname: { type: 'string' } }),
    tries: [
      async (project) => {
        const { user: made } = await signUp(project, { nickname: 'Countess' });
        expect(made).to.have.property('nickname', 'Countess');
      },
    ],
  },
  'app-code': {
    tries: [
      async ({ strapi }) => {
        const users = strapi.documents('plugin::users-permissions.user');
        const data = {
          username: 'ada',
          email: 'ada@example.com',
          password: 'correct horse',
          nickname: 'Countess',
        };
        expect(await users.create({ data })).to.have.property('nickname', 'Countess');
      },
    ],
  },
  controllers: {
    tries: [
      async ({ url, strapi }) => {
        await strapi.access.grant('public', article, ['find']);
        await strapi.documents(article).create({ data: { title: 'On top', featured: true } });
        const receive = await fetch(`${url}/api/hooks/order`, { method: 'POST' });
        expect(await receive.json()).to.deep.equal({ received: 'order' });
        const { token } = await strapi.access.createToken({ name: 'all', access: 'full-access' });
        const headers = { Authorization: `Bearer ${token}` };
        const featured = await fetch(`${url}/api/articles/featured`, { headers });
        expect(((await featured.json()) as { data: object[] }).data).to.have.nested.property(
          '[0].title',
          'On top',
        );
      },
    ],
  },
  extensions: {
    files: userFile({ nickname: { type: 'string' } }),
    tries: [
      async (project) => {
        const { jwt } = await signUp(project);
        const headers = { Authorization: `Bearer ${jwt}`, 'Content-Type': 'application/json' };
        const me = (await (await fetch(`${project.url}/api/users/me`, { headers })).json()) as object;
        expect(me).to.have.property('badge', 'reader ada');
      },
    ],
  },
  'graphql-extensions': {
    files: {
      ...resolvers,
      'src/policies/has-role.js': pass,
      'src/api/restaurant/policies/is-open.js': pass,
    },
    tries: [
      async (project) => {
        expect(await query(project, '{ best { Name } }')).to.deep.equal({ best: { Name: 'Diner' } });
      },
      async (project) => {
        expect(await query(project, '{ mood }')).to.deep.equal({ mood: 'fine' });
      },
      async (project) => {
        await project.strapi.documents(restaurant).create({ data: { Name: 'quiet' } });
        const found = await query(project, '{ restaurants { data { attributes { Name } } } }');
        expect(JSON.stringify(found)).to.include('QUIET');
      },
    ],
  },
  hooks: {
    tries: [
      async ({ strapi, said }) => {
        const { documentId, slug } = await strapi.documents(article).create({ data: { title: 'Low Water' } });
        expect(slug).to.equal('low-water');
        await strapi.documents(article).create({ data: { text: 'without a title' } });
        await strapi.documents(article).update({ documentId: textOf(documentId), data: { title: 'High' } });
        expect(said.join()).to.include('High has changed');
      },
    ],
  },
  locales: {
    tries: [
      async ({ strapi }) => {
        const locales = await strapi.documents('plugin::i18n.locale').findMany({ sort: 'code' });
        expect(locales.map(({ code }) => code)).to.deep.equal(['de', 'en', 'fr']);
      },
    ],
  },
  media: {
    environment: { AWS_REGION: 'eu-west-1', AWS_BUCKET: 'files', CDN_URL: 'https://cdn.example.org' },
  },
  middlewares: {
    tries: [
      async ({ url }) => {
        const headers = { Origin: 'https://shop.example.org' };
        const allowed = await fetch(`${url}/api/articles`, { headers });
        expect(allowed.headers.get('access-control-allow-origin')).to.equal('https://shop.example.org');
      },
    ],
  },
  openapi: {
    tries: [
      async ({ url }) => {
        const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as { paths: object };
        expect(paths).to.have.nested.property(
          '/api/articles/count/{year}.get.summary',
          'Count the articles of a year',
        );
      },
    ],
  },
  policies: {
    files: { 'src/policies/has-role.js': pass },
    tries: [
      async ({ url, strapi }) => {
        const { documentId } = await strapi.documents(restaurant).create({ data: { Name: 'Diner' } });
        const list = await fetch(`${url}/api/restaurants`);
        expect([list.status, /^\d+ ms$/.test(list.headers.get('x-time') ?? '')]).to.deep.equal([200, true]);
        await strapi.access.grant('public', restaurant, ['update']);
        const body = JSON.stringify({ data: { Name: 'Taken' } });
        const headers = { 'Content-Type': 'application/json' };
        const path = `${url}/api/restaurants/${textOf(documentId)}`;
        expect((await fetch(path, { method: 'PUT', headers, body })).status).to.equal(401);
        expect((await fetch(path, { method: 'DELETE' })).status).to.equal(405);
      },
    ],
  },
  'rate-limits': {
    tries: [
      async (project) => {
        const answer = await fetch(`${project.url}/api/auth/local`, { method: 'POST' });
        expect(answer.headers.get('x-ratelimit-limit')).to.equal('10');
      },
    ],
  },
  'sign-in-with-providers': { environment: { ACME_SECRET: 'secret' } },
};

async function signUp(
  { url }: ServedProject,
  more: object = {},
): Promise<{ readonly jwt: string; readonly user: object }> {
  const answer = await fetch(`${url}/api/auth/local/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'ada', email: 'ada@example.com', password: 'correct horse', ...more }),
  });
  return (await answer.json()) as { jwt: string; user: object };
}

/** With every grant. */
async function query({ url, strapi }: ServedProject, text: string): Promise<unknown> {
  const { token } = await strapi.access.createToken({ name: 'all', access: 'full-access' });
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: text }),
  });
  const { data, errors } = (await answer.json()) as { data: unknown; errors?: unknown };
  expect(errors, JSON.stringify(errors)).to.equal(undefined);
  return data;
}
