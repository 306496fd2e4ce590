import { expect } from 'chai';
import { createQuire } from '../../src/bootstrap/index.js';
import { makeApp } from '../cli/program.js';
import { appFiles, contentType, drafts } from '../schema-builders.js';

const article = appFiles({
  contentTypes: [contentType('article', 'articles', { title: { type: 'string' } }, drafts)],
});

const code = `
export const register = ({ strapi }) => {
  strapi.db.lifecycles.subscribe({
    models: ['api::article.article'],
    afterCreate: ({ result }) => strapi.log.info('made ' + result.title),
  });
  try { strapi.db.query('api::article.article'); } catch (error) { strapi.log.info(error.message); }
};
export const bootstrap = async ({ strapi }) => {
  const role = await strapi.query('plugin::users-permissions.role').findOne({ where: { type: 'public' } });
  const permission = strapi.db.query('plugin::users-permissions.permission');
  await permission.create({ data: { action: 'api::article.article.find', role: role.id } });
  await strapi.db.transaction(async () => {
    await strapi.db.query('api::article.article').create({ data: { title: 'row' } });
    await strapi.entityService.create('api::article.article', { data: { title: 'entity' } });
  });
};`;

describe('rows in the code of an app', () => {
  it('are there from bootstrap on, with hooks and transactions, and served', async () => {
    const app = await makeApp({
      ...article,
      'src/index.mjs': code,
    });
    const said: string[] = [];
    const note = (message: string): void => void said.push(message);
    const log = { debug: () => undefined, info: note, warn: note, error: note };
    const env = { DATABASE_URL: 'memory:', PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'production' };
    const quire = createQuire({ app: app.directory, env, log });
    try {
      const { url } = await quire.start();
      const answer = await fetch(`${url}/api/articles?sort=title`);
      const { data } = (await answer.json()) as { data: { title: string }[] };
      expect(data.map(({ title }) => title)).to.deep.equal(['entity', 'row']);
      expect(said.filter((line) => /^made|^Queries/.test(line))).to.deep.equal([
        'Queries are there from bootstrap on, not yet in register',
        'made row',
        'made entity',
        'made entity',
      ]);
    } finally {
      await quire.stop();
      await app.remove();
    }
  });
});
