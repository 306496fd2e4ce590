import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { printOpenApi } from '../../src/bootstrap/print-openapi.js';
import { faultOf, serveFolder, writeProject } from '../app-code/project.js';
import { typeFile } from '../http/served-app.js';

const files = {
  ...typeFile('article', { title: { type: 'string' } }, { options: { draftAndPublish: true } }),
  ...typeFile('note', { text: { type: 'string' } }),
  ...typeFile('page', { text: { type: 'string' } }),
  'src/api/article/routes/01-custom.js': `module.exports = { routes: [
    { method: 'GET', path: '/articles/:slug', handler: 'article.bySlug' },
    { method: 'POST', path: '/hooks/:kind(\\\\w+)', handler: 'article.receive', config: { auth: false } },
    { method: 'GET', path: '/archive/:year(\\\\d{4})/:month?', handler: () => 'old', config: {
      openapi: {
        summary: 'Old articles',
        tags: ['Archive'],
        responses: { 200: { description: 'A list', content: {
          'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Article' } } } } } },
      } } },
    { method: 'GET', path: '/secret', handler: () => 'x', config: { openapi: false } },
    { method: 'ALL', path: '/(.*)/raw', handler: () => 'raw' },
    { method: 'GET', path: '/wrong', handler: () => 'x', config: { openapi: { responses: { 200: {
      description: 'x', content: { 'application/json': { schema: { $ref: '#/components/schemas/Nothing' } } } } } } } },
  ] };`,
  'src/api/article/routes/article.js': `
    module.exports = require('@strapi/strapi').factories.createCoreRouter('api::article.article', {
      except: ['delete'], config: { find: { auth: false } } });`,
  'src/api/article/controllers/article.js': `
    module.exports = require('@strapi/strapi').factories.createCoreController('api::article.article', {
      bySlug: (ctx) => (ctx.body = 1), receive: (ctx) => (ctx.body = 1), create: (ctx) => (ctx.body = 1) });`,
  'src/api/page/routes/page.js': `
    module.exports = require('@strapi/strapi').factories.createCoreRouter('api::page.page', {
      prefix: '/v1', only: ['find', 'findOne'] });`,
  'src/extensions/users-permissions/strapi-server.js': `module.exports = (plugin) => {
    plugin.controllers.user.badge = (ctx) => (ctx.body = 1);
    const { routes } = plugin.routes['content-api'];
    plugin.routes['content-api'].routes = routes.filter(({ path }) => path !== '/auth/local/register');
    plugin.routes['content-api'].routes.push(
      { method: 'GET', path: '/users/me/badge', handler: 'user.badge', config: { prefix: '' } });
    return plugin;
  };`,
  'src/index.js': `module.exports = { register({ strapi }) {
    strapi.server.routes([{ method: 'GET', path: '/robots.txt', handler: () => 'none', config: { auth: false } }]);
  } };`,
};

// Tests read documents without types.
/* oxlint-disable no-explicit-any */
describe('the OpenAPI document of an app with routes of its own', function () {
  this.timeout(30_000);
  let directory: string;
  let remove: () => Promise<void>;
  let document: any;
  let printed: any;

  before(async () => {
    ({ directory, remove } = await writeProject(files));
    await serveFolder(directory, async ({ url, errors }) => {
      document = await (await fetch(`${url}/api/openapi.json`)).json();
      expect(errors).to.deep.equal([]);
    });
    await remove();
    // A process has the code of one app, once.
    ({ directory, remove } = await writeProject(files));
    const text = await printOpenApi(directory, { NODE_ENV: 'test', DATABASE_URL: 'memory:' });
    printed = text.ok ? JSON.parse(text.value) : text.failure;
  });
  after(() => remove());

  const operation = (method: string, path: string): any => document.paths[path]?.[method];
  const namesOf = (parameters: any): readonly string[] =>
    parameters.filter((parameter: any) => parameter.in === 'path').map(({ name }: any) => name);

  it('is valid by two validators, but for what a route refers to that is not there', async () => {
    const { '/api/wrong': wrong, ...paths } = document.paths;
    expect(wrong.get.operationId).to.equal('getApiWrong');
    const { errors, valid } = await new Validator().validate({ ...document, paths });
    expect({ errors: errors ?? [], valid }).to.deep.equal({ errors: [], valid: true });
    const config = await createConfig({ extends: ['spec'] });
    const source = JSON.stringify({ ...document, paths });
    const problems = await lintFromString({ source, config });
    expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).to.deep.equal([]);
  });

  it('has routes of files and of code, with parameters, and with the handler as their name', () => {
    const receive = operation('post', '/api/hooks/{kind}');
    expect(receive).to.include({ operationId: 'article.receive' });
    expect(receive.security).to.deep.equal([{}]);
    expect(receive.parameters).to.deep.equal([
      { name: 'kind', in: 'path', required: true, schema: { type: 'string', pattern: '^(?:\\w+)$' } },
    ]);
    expect(receive.responses['200'].content).to.deep.equal({ 'application/json': { schema: {} } });
    expect(operation('get', '/api/users/me/badge').operationId).to.equal('user.badge');
    expect(operation('get', '/robots.txt').operationId).to.equal('getRobotsTxt');
    expect(Object.keys(document.paths['/api/{part1}/raw'])).to.have.members([
      'get',
      'post',
      'put',
      'patch',
      'delete',
    ]);
  });

  it('takes what a route says of itself, and leaves out what it hides', () => {
    for (const path of ['/api/archive/{year}', '/api/archive/{year}/{month}']) {
      const archive = operation('get', path);
      expect(archive).to.deep.include({ summary: 'Old articles', tags: ['Archive'] });
      expect(archive.responses['200'].description).to.equal('A list');
      expect(namesOf(archive.parameters)).to.deep.equal(path.match(/(?<=\{)\w+/g));
    }
    expect(document.components.schemas).to.have.property('Article');
    expect(document.paths).not.to.have.property('/api/secret');
  });

  it('has the core routes that are served, where they are served', () => {
    const one = document.paths['/api/articles/{slug}'];
    expect(Object.keys(one)).to.have.members(['get', 'put']);
    expect(one.get.operationId).to.equal('article.bySlug');
    expect(one.put.operationId).to.equal('updateArticle');
    expect(namesOf(one.put.parameters)).to.deep.equal(['slug']);
    expect(operation('get', '/api/articles').security).to.deep.equal([{}]);
    expect(operation('get', '/api/articles').responses).not.to.have.property('default');
    expect(operation('post', '/api/articles').responses).to.have.property('default');
    expect(document.paths).to.have.property('/api/articles/{documentId}/actions/publish');
    expect(operation('get', '/api/v1/pages').operationId).to.equal('listPage');
    expect(Object.keys(document.paths['/api/v1/pages/{id}'])).to.deep.equal(['get']);
    expect(document.paths).not.to.have.any.keys('/api/pages', '/api/auth/local/register');
    expect(document.paths).to.include.keys('/api/notes', '/api/auth/local', '/api/users/me');
  });

  it('is what `quire schema openapi` prints', () => {
    for (const [path, item] of Object.entries(document.paths))
      expect(printed.paths[path], path).to.deep.equal(item);
  });

  it('describes nothing that a route says wrongly: the app does not start', async () => {
    const wrong = (openapi: string): Promise<string> =>
      faultOf({
        ...files,
        'src/api/note/routes/x.js': `module.exports = { routes: [
          { method: 'GET', path: '/x', handler: () => 1, config: { openapi: ${openapi} } }] };`,
      });
    expect(await wrong("{ sumary: 'x' }")).to.match(/x\.js: GET \/x: config: openapi knows no sumary/);
    expect(await wrong("'x'")).to.match(/openapi must be an object, or false/);
    expect(await wrong("{ parameters: ['x'] }")).to.match(/parameters that are no list of objects/);
    expect(await wrong("{ tags: 'x' }")).to.match(/tags that are no list of texts/);
    expect(await wrong('{ responses: [] }')).to.match(/responses that are no object/);
  });
});
