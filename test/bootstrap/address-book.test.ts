import { mkdir, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import { createQuire, type Quire } from '../../src/bootstrap/index.js';
import { makeApp, type TestApp } from '../cli/program.js';
import { typeFile } from '../http/served-app.js';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

const hostile = `<img src=x onerror="alert(1)">'`;

const files = {
  ...typeFile(
    'dish',
    { title: { type: 'string', required: true }, price: { type: 'decimal', required: true } },
    {
      options: { draftAndPublish: true },
      info: { singularName: 'dish', pluralName: 'dishes', displayName: hostile },
    },
  ),
  ...typeFile('menu', { title: { type: 'string' } }, { kind: 'singleType' }),
  ...typeFile('note', { text: { type: 'string' } }),
  'src/api/note/routes/note.js': `module.exports = { routes: [
    { method: 'GET', path: '/own-notes', handler: 'api::note.note.find' }] };`,
};

describe('the address book', () => {
  let made: TestApp;
  let quire: Quire;
  let url: string;

  const start = async (environment: string): Promise<void> => {
    const env = { DATABASE_URL: 'memory:', PORT: '0', NODE_ENV: environment, HOST: '127.0.0.1' };
    quire = createQuire({ app: made.directory, env, log: silent });
    ({ url } = await quire.start());
  };
  const ask = (headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    fetch(`${url}/`, { method, headers: { Accept: 'text/html', ...headers } });

  /** With a `Host` that fetch would not send. */
  const askAs = (host: string): Promise<string> =>
    new Promise((resolve, reject) => {
      get(url, { headers: { host, accept: 'text/html' } }, (answer) => {
        let text = '';
        answer
          .setEncoding('utf8')
          .on('data', (part: string) => (text += part))
          .on('end', () => resolve(text));
      }).on('error', reject);
    });

  before(async () => {
    made = await makeApp({ 'package.json': '{}', ...files });
  });
  after(() => made.remove());

  describe('in development', () => {
    before(() => start('development'));
    after(() => quire.stop());

    it('lists routes and pages, and begins with commands', async () => {
      const page = await (await ask()).text();
      for (const text of [
        '<title>This project in development',
        '/api/dishes/{documentId}/actions/publish',
        '/api/menu</code>',
        'api::dish.dish',
        '/own-notes',
        '/api/dishes/changes',
        '/api/dishes/aggregate',
        '/api/dishes/bulk',
        '/api/dishes/{documentId}/history/{entry}/actions/restore',
        '/api/auth/local',
        '/api/batch',
        '/api/releases',
        'href="/admin"',
        'href="/graphql"',
        'href="/api/openapi.html"',
        'quire grant public',
        `curl -g &#39;${url}/api/`,
      ])
        expect(page).to.include(text);
      // Its core routes are those that the file declares.
      expect(page).to.include('/api/notes/aggregate').and.not.include('/api/notes</code>');
      expect((await fetch(`${url}/api/notes/aggregate`)).status).to.equal(403);
      expect((await fetch(`${url}/api/notes`)).status).to.equal(404);
    });

    it('escapes names, and loads nothing and runs no script', async () => {
      const answer = await ask();
      const page = await answer.text();
      expect(page).not.to.include('<img').and.not.include('<script');
      expect(page).to.include('&#60;img src=x onerror=&#34;alert(1)&#34;&#62;&#39;');
      const policy = answer.headers.get('content-security-policy');
      expect(policy).to.match(/^default-src 'none'; style-src 'sha256-[^']+'; img-src data:/);
      expect(policy).not.to.include('unsafe');
    });

    it('does not repeat a host that is none', async () => {
      for (const host of [`x'$(id)`, 'a"b', 'a/b'])
        expect(await askAs(host).catch(() => ''), host).not.to.include(host);
      expect(await askAs('cms.test:8080')).to.include('http://cms.test:8080/api/');
    });

    it('is for those who accept HTML, and for reading', async () => {
      expect((await ask({ Accept: 'application/json' })).status).to.equal(404);
      expect((await ask({}, 'POST')).status).to.equal(404);
      expect(await (await ask({}, 'HEAD')).text()).to.equal('');
      expect((await ask({}, 'HEAD')).status).to.equal(200);
    });

    it('gives way to public/index.html', async () => {
      await mkdir(join(made.directory, 'public'), { recursive: true });
      await writeFile(join(made.directory, 'public/index.html'), 'my page');
      expect(await (await ask()).text()).to.equal('my page');
      await rm(join(made.directory, 'public'), { recursive: true });
    });
  });

  it('is not found in production', async () => {
    await start('production');
    const answer = await ask();
    expect(answer.status).to.equal(404);
    expect(await answer.json()).to.have.nested.property('error.name', 'NotFoundError');
    await quire.stop();
  });
});
