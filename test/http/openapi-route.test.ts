import { expect } from 'chai';
import type { Browser } from 'puppeteer-core';
import type { OpenApiDocument } from '../../src/adapters/delivery/openapi/openapi.js';
import { createQuire, type Quire } from '../../src/bootstrap/index.js';
import { makeApp } from '../cli/program.js';
import { launchBrowser } from '../browser.js';
import { typeFile } from './served-app.js';

const noLog = { debug() {}, info() {}, warn() {}, error() {} };

describe('the route of the OpenAPI document', () => {
  let quire: Quire | undefined;
  let removeApp: () => Promise<void>;

  async function serve(env: Readonly<Record<string, string>>): Promise<string> {
    const files = typeFile('note', { text: { type: 'string' } });
    const app = await makeApp(files);
    removeApp = () => app.remove();
    const all = { DATABASE_URL: 'memory:', PORT: '0', HOST: '127.0.0.1', ...env };
    quire = createQuire({ app: app.directory, env: all, log: noLog });
    return (await quire.start()).url;
  }

  afterEach(async () => {
    await quire?.stop();
    quire = undefined;
    await removeApp();
  });

  it('is public in development, and is not sent again to a client that has it', async () => {
    const url = await serve({});
    const first = await fetch(`${url}/api/openapi.json`);
    expect(first.status).to.equal(200);
    const document = (await first.json()) as { readonly openapi: string; readonly paths: object };
    expect(document.openapi).to.equal('3.1.1');
    expect(document.paths).to.have.property('/api/notes');
    const tag = first.headers.get('etag') ?? '';
    expect(first.headers.get('vary')).to.match(/Authorization/);
    const second = await fetch(`${url}/api/openapi.json`, { headers: { 'If-None-Match': tag } });
    expect([second.status, await second.text()]).to.deep.equal([304, '']);
    const posted = await fetch(`${url}/api/openapi.json`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).to.deep.equal([405, 'HEAD, GET']);
  });

  it('has the refusal of a request line that is too long, which has no body', async () => {
    const url = await serve({});
    const { paths, components } = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApiDocument;
    const refused = await fetch(`${url}/api/notes?filters[text]=${'x'.repeat(17_000)}`);
    expect([refused.status, await refused.text()]).to.deep.equal([431, '']);
    for (const [path, operations] of Object.entries(paths))
      for (const { operationId, responses } of Object.values(operations))
        expect(responses, `${path} ${operationId}`).to.have.property('431');
    expect(components.responses).to.have.property('HeadersTooLarge').that.does.not.have.property('content');
  });

  it('requires a full-access or read-only token in production, where the page does not exist', async () => {
    const url = await serve({ NODE_ENV: 'production' });
    const statusFor = async (token?: string): Promise<number> => {
      const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
      return (await fetch(`${url}/api/openapi.json`, { headers })).status;
    };
    const makeToken = async (name: string, access: string, grants?: object): Promise<string> =>
      (await quire!.app.access.createToken({ name, access, ...(grants && { grants }) })).token;
    expect(await statusFor()).to.equal(403);
    expect(await statusFor('wrong')).to.equal(401);
    expect(await statusFor(await makeToken('all', 'full-access'))).to.equal(200);
    expect(await statusFor(await makeToken('reader', 'read-only'))).to.equal(200);
    expect(await statusFor(await makeToken('some', 'custom', { 'api::note.note': ['find'] }))).to.equal(403);
    for (const name of ['openapi.html', 'openapi.ui.js'])
      expect((await fetch(`${url}/api/${name}`)).status).to.equal(404);
  });

  it('does not exist if it is turned off', async () => {
    const url = await serve({ OPENAPI_ACCESS: 'off' });
    for (const name of ['openapi.json', 'openapi.html', 'openapi.toString'])
      expect((await fetch(`${url}/api/${name}`)).status, name).to.equal(404);
  });

  describe('in a browser', function () {
    this.timeout(120_000);
    let browser: Browser | undefined;

    before(async function () {
      browser = await launchBrowser();
      if (browser === undefined) this.skip();
    });

    after(() => browser?.close());

    it('shows a page that reads the document and sends requests, within its own policy', async () => {
      const url = await serve({});
      await quire?.app.access.grant('public', 'api::note.note', ['find']);
      await quire?.app.documents('api::note.note').create({ data: { text: 'from the page' } });
      const page = await browser!.newPage();
      const mistakes: string[] = [];
      page.on('pageerror', (error) => mistakes.push(String(error)));
      page.on('console', (message) => message.type() === 'error' && mistakes.push(message.text()));
      const hosts = new Set<string>();
      page.on('request', (request) => hosts.add(new URL(request.url()).host));
      await page.goto(`${url}/api/openapi.html`);
      const operation = '.opblock-get[id$="-findNotes"], .opblock-get';
      await page.waitForSelector('.opblock-tag');
      await page.evaluate(() => {
        const tags = [...document.querySelectorAll<HTMLElement>('.opblock-tag')];
        tags.find((tag) => tag.dataset['tag'] === 'note')?.click();
      });
      await page.waitForSelector(operation);
      await page.click(`${operation} .opblock-summary-control`);
      await page.waitForSelector('.try-out__btn');
      await page.click('.try-out__btn');
      await page.click('.execute');
      await page.waitForSelector('.live-responses-table .highlight-code');
      const answer = await page.$eval('.live-responses-table', (table) => table.textContent ?? '');
      expect(answer, answer).to.contain('from the page');
      expect(mistakes.filter((mistake) => !mistake.includes('data:'))).to.deep.equal([]);
      expect([...hosts].filter((host) => host !== '')).to.deep.equal([new URL(url).host]);
    });
  });
});
