import { expect } from 'chai';
import type { Browser, Page } from 'puppeteer-core';
import supertest from 'supertest';
import { createHttpServer, type HttpServer } from '../../src/adapters/delivery/rest/create-http-server.js';
import { launchBrowser } from '../browser.js';
import { serveApp, typeFile } from '../http/served-app.js';
import { createGraphqlWorld, type GraphqlWorld } from './graphql-world.js';

describe('the playground', () => {
  it('is a page for browsers only, and loads nothing from other servers', async () => {
    const { app } = await createGraphqlWorld();
    const page = await supertest(app).get('/graphql').set('Accept', 'text/html,*/*;q=0.8');
    expect(page.status).to.equal(200);
    expect(page.headers['content-security-policy']).to.match(/^default-src 'none'; script-src 'self';/);
    const files = [...page.text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, file]) => file ?? '');
    expect(files).to.have.length(6);
    for (const file of files.filter((name) => !name.startsWith('data:'))) {
      expect(file).to.match(/^\/graphql\/playground\//);
      const answer = await supertest(app).get(file);
      expect(answer.status, file).to.equal(200);
      expect(answer.headers['content-type'], file).to.match(/^text\/(javascript|css)/);
    }
    expect((await supertest(app).get('/graphql/playground/../../package.json')).status).to.equal(404);
    expect((await supertest(app).get('/graphql/playground/toString')).status).to.equal(404);
  });

  it('does not exist if it is turned off', async () => {
    const { app } = await createGraphqlWorld({ options: { playground: false } });
    const page = await supertest(app).get('/graphql').set('Accept', 'text/html');
    expect(page.status).to.equal(400);
    expect(page.text).not.to.contain('<html');
    expect((await supertest(app).get('/graphql/playground/graphiql.js')).status).to.equal(404);
  });
});

describe('the playground in a browser', function () {
  this.timeout(120_000);
  let browser: Browser | undefined;
  let server: HttpServer;
  let world: GraphqlWorld;
  let page: Page;
  const mistakes: string[] = [];
  const asked: string[] = [];

  before(async function () {
    browser = await launchBrowser();
    if (browser === undefined) return this.skip();
    world = await createGraphqlWorld();
    await world.create('restaurant', { Name: 'Blue Lotus' });
    server = createHttpServer(world.app);
    const { port } = await server.listen(0, '127.0.0.1');
    page = await browser.newPage();
    page.on('pageerror', (error) => void mistakes.push(String(error)));
    page.on('console', (message) => void (message.type() === 'error' && mistakes.push(message.text())));
    page.on('request', (request) => void asked.push(new URL(request.url()).origin));
    await page.goto(`http://127.0.0.1:${port}/graphql`);
  });

  after(async () => {
    await browser?.close();
    await server?.close(0);
  });

  it('runs a query with the headers of its tab and shows the answer', async () => {
    await page.waitForSelector('.graphiql-query-editor .CodeMirror');
    await type(
      '.graphiql-editor-tool .graphiql-editor:not(.hidden) .CodeMirror',
      '{"Authorization":"Bearer full"}',
    );
    await type('.graphiql-query-editor .CodeMirror', '{ restaurants { data { attributes { Name } } } }');
    await page.click('.graphiql-execute-button');
    await shows('Blue Lotus');
    const picture = await page.screenshot();
    expect(picture.byteLength).to.be.greaterThan(10_000);
    expect(mistakes).to.deep.equal([]);
    expect([...new Set(asked.filter((origin) => origin !== 'null'))]).to.deep.equal([
      new URL(page.url()).origin,
    ]);
  });

  it('shows the changes of a subscription as they come', async () => {
    const served = await serveApp(typeFile('article', { title: { type: 'string' } }));
    const article = 'api::article.article';
    await served.app.access.grant('public', article, ['find']);
    await page.goto(`${served.url}/graphql`);
    await page.waitForSelector('.graphiql-query-editor .CodeMirror');
    const selection = '{ action document { data { attributes { title } } } }';
    await type('.graphiql-query-editor .CodeMirror', `subscription { articleChanges ${selection} }`);
    await page.click('.graphiql-execute-button');
    await shows('RESET');
    await served.app.documents(article).create({ data: { title: 'Green Hills' } });
    await shows('Green Hills');
    await page.click('.graphiql-execute-button');
    expect(mistakes).to.deep.equal([]);
    await served.stop();
  });

  const shows = (text: string) =>
    page.waitForFunction(
      (wanted: string) => document.querySelector('.result-window')?.textContent?.includes(wanted),
      {},
      text,
    );

  /** Types into an editor in place of its text. */
  async function type(editor: string, text: string): Promise<void> {
    await page.click(editor);
    await page.keyboard.down('Control');
    await page.keyboard.press('KeyA');
    await page.keyboard.up('Control');
    await page.keyboard.type(text);
    // Closes suggestions, which would cover the next button.
    await page.keyboard.press('Escape');
  }
});
