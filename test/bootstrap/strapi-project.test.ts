import { createHmac } from 'node:crypto';
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createQuire, type Quire } from '../../src/bootstrap/index.js';
import { openDatabaseUrl } from '../http/chosen-store.js';
import { openMailServer, type MailServer } from '../mail-server.js';

const project = fileURLToPath(new URL('../projects/magazine', import.meta.url));

// Tests read answers without types.
/* oxlint-disable no-explicit-any */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: any;
}
/* oxlint-enable no-explicit-any */

/** A project in TypeScript and JavaScript as Strapi's developers write them, copied and started without a change. */
describe('a Strapi project', function () {
  this.timeout(120_000);
  let folder: string;
  let quire: Quire;
  let url: string;
  let mails: MailServer;
  let databaseUrl: string;
  const logged: string[] = [];

  async function ask(method: string, path: string, body?: unknown, headers = {}): Promise<Answer> {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
  }

  const as = (jwt: string) => ({ Authorization: `Bearer ${jwt}` });

  async function start(): Promise<void> {
    const say = (message: string, fields?: object): void =>
      void logged.push(`${message}${fields === undefined ? '' : ` ${JSON.stringify(fields)}`}`);
    quire = createQuire({
      app: folder,
      env: {
        DATABASE_URL: databaseUrl,
        PORT: '0',
        HOST: '127.0.0.1',
        SMTP_PORT: new URL(mails.url).port,
        NODE_ENV: 'test',
      },
      log: { debug: say, info: say, warn: say, error: say },
    });
    ({ url } = await quire.start());
  }

  before(async () => {
    mails = await openMailServer();
    databaseUrl = await openDatabaseUrl();
    folder = await realpath(await mkdtemp(join(tmpdir(), 'quire-magazine-')));
    await cp(project, folder, { recursive: true });
    await start();
  });

  after(async () => {
    await quire?.stop();
    await mails?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('answers core routes through its controllers, services, lifecycles and global middlewares', async () => {
    const list = await ask('GET', '/api/articles?populate=author', undefined, { 'X-Edition': 'daily' });
    expect(list.status, JSON.stringify(list.body)).to.equal(200);
    expect(list.headers.get('x-edition')).to.equal('daily');
    expect(list.body.meta.edition).to.equal('daily');
    expect(list.body.meta.pagination).to.deep.equal({ page: 1, pageSize: 25, pageCount: 1, total: 1 });
    const [first] = list.body.data;
    expect(first).to.include({ title: 'First', readingMinutes: 2 });
    expect(first.author).to.include({ name: 'Ada' }).and.not.have.property('email');
    expect(first).not.to.have.property('editorNotes');
    const bySlug = await ask('GET', '/api/articles/first');
    expect(bySlug.body.data.documentId).to.equal(first.documentId);
    expect((await ask('GET', '/api/articles/missing')).status).to.equal(404);
    expect((await ask('GET', '/api/authors')).body.meta).not.to.have.property('edition');
  });

  it('serves its own routes, in the order of its files', async () => {
    const featured = await ask('GET', '/api/articles/featured?fields=title');
    expect(featured.status, JSON.stringify(featured.body)).to.equal(200);
    expect(featured.body.data[0].title).to.equal('First');
    const { documentId } = featured.body.data[0];
    const viewed = await ask(
      'POST',
      `/api/articles/${documentId}/view`,
      {},
      { Authorization: 'Bearer foreign' },
    );
    expect(viewed.body).to.deep.equal({ views: 1, minutes: 2 });
    const missing = await ask('POST', '/api/articles/nothing/view');
    expect(missing.status).to.equal(404);
    expect(missing.body.error).to.include({ name: 'NotFoundError', message: 'No such article' });
    const found = await ask('GET', '/api/articles/by-slug/first');
    expect(found.headers.get('x-populated')).to.equal('author');
    expect(found.body.data.author).to.include({ name: 'Ada' });
    expect((await ask('DELETE', '/api/articles/featured')).status).to.be.oneOf([403, 405]);
  });

  it('answers the errors that its code throws', async () => {
    const refused = await ask('POST', '/api/articles', { data: { title: 'forbidden' } });
    expect(refused.status).to.equal(400);
    expect(refused.body.error).to.deep.equal({
      status: 400,
      name: 'ValidationError',
      message: 'That title is taken',
      details: { title: 'forbidden' },
    });
  });

  it('takes a write back whose lifecycle throws, with what the lifecycle wrote', async () => {
    const made = await ask('POST', '/api/articles', { data: { title: 'Second', body: 'a b c d e f g' } });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    expect(made.body.data.readingMinutes).to.equal(3);
    const broken = await ask('POST', '/api/articles', { data: { title: 'breaks afterwards' } });
    expect(broken.status).to.equal(500);
    const { body } = await ask('GET', '/api/categories?fields=name&sort=name');
    expect(body.data.map(({ name }: { name: string }) => name)).to.deep.equal([
      'News',
      'made with First',
      'made with Second',
    ]);
    expect((await ask('GET', '/api/articles?filters[title]=breaks afterwards')).body.data).to.deep.equal([]);
    expect(
      await quire.app.documents('api::article.article').count({ filters: { title: 'breaks afterwards' } }),
    ).to.equal(0);
  });

  it('runs an API without a content-type, with mails and raw bodies', async () => {
    const empty = await ask('POST', '/api/newsletter/subscribe', {});
    expect(empty.status).to.equal(400);
    expect(empty.body.error.details).to.deep.equal({ field: 'email' });
    const subscribed = await ask('POST', '/api/newsletter/subscribe', { email: 'reader@example.com' });
    expect([subscribed.status, subscribed.body]).to.deep.equal([201, { subscribed: 1 }]);
    // Signed with app.keys.
    expect(subscribed.headers.get('set-cookie')).to.match(/subscribed=yes;.*subscribed\.sig=[\w-]{20,}/);
    expect(mails.received.map(({ text }) => text).join()).to.contain('Subject: Welcome');
    const event = { event: 'sent', spaced: true };
    const signature = createHmac('sha256', 'secret').update(JSON.stringify(event)).digest('hex');
    const hooked = await ask('POST', '/api/newsletter/hook', event, {
      'X-Signature': signature,
      ...as('not a token'),
    });
    expect([hooked.status, hooked.body]).to.deep.equal([200, { received: 'sent' }]);
    expect((await ask('POST', '/api/newsletter/hook', event)).status).to.equal(401);
    expect((await ask('GET', '/api/newsletter/count')).status).to.equal(403);
  });

  it('knows its users: attributes, hooks, policies and what code may do for them', async () => {
    const registered = await ask('POST', '/api/auth/local/register', {
      username: 'grace',
      email: 'grace@example.com',
      password: 'compilers-2',
    });
    expect(registered.status, JSON.stringify(registered.body)).to.equal(200);
    expect(logged.join('\n')).to.include('welcome grace');
    const me = as(registered.body.jwt);
    // The extension of users-permissions wraps `me`, and has a route of its own.
    expect((await ask('GET', '/api/users/me', undefined, me)).body).to.include({
      username: 'grace',
      badge: 'reader grace',
    });
    const named = await ask('PUT', '/api/users/me/nickname', { nickname: 'Amazing' }, me);
    expect(named.body, JSON.stringify(named.body)).to.deep.equal({ nickname: 'Amazing' });
    expect((await ask('PUT', '/api/users/me/nickname', { nickname: 'x' })).status).to.equal(403);
    const ordered = await ask('POST', '/api/orders', { data: { total: 12.5 } }, me);
    expect(ordered.status, JSON.stringify(ordered.body)).to.equal(200);
    expect(ordered.body.data).to.include({ total: 12.5, status: 'open' });
    const negative = await ask('POST', '/api/orders', { data: { total: -1 } }, me);
    expect(negative.status).to.equal(500);
    const orders = await ask('GET', '/api/orders', undefined, me);
    expect(orders.body.data).to.have.length(1);
    expect(
      (await ask('PUT', `/api/orders/${ordered.body.data.documentId}`, { data: {} }, me)).status,
    ).to.equal(405);
    const articles = await ask('GET', '/api/articles?fields=title');
    const path = `/api/articles/${articles.body.data[0].documentId}`;
    expect((await ask('PUT', path, { data: { title: 'Mine' } }, me)).status).to.equal(403);
    await quire.app.documents('plugin::users-permissions.user').update({
      documentId: (
        await quire.app
          .documents('plugin::users-permissions.user')
          .findFirst({ filters: { username: 'grace' } })
      )?.documentId as string,
      data: {
        role: (
          await quire.app
            .documents('plugin::users-permissions.role')
            .findFirst({ filters: { type: 'editor' } })
        )?.documentId as string,
      },
    });
    const edit = () => ask('PUT', path, { data: { title: 'Edited', body: 'one' } }, me);
    let edited = await edit();
    // A changed role holds within two seconds for people who are signed in.
    for (let tries = 0; tries < 30 && edited.status === 403; tries++) {
      await pause(100);
      edited = await edit();
    }
    expect(edited.status, JSON.stringify(edited.body)).to.equal(200);
    expect(edited.body.data).to.include({ title: 'Edited', readingMinutes: 1 });
    expect((await ask('GET', '/api/newsletter/count', undefined, me)).body).to.deep.equal({ count: 1 });
  });

  it('serves its public folder, and answers foreign origins without allowing them', async () => {
    const robots = await ask('GET', '/robots.txt');
    expect(robots.body).to.contain('Disallow: /drafts');
    expect(robots.headers.get('x-edition')).to.equal('weekly');
    const own = await ask('GET', '/api/authors', undefined, { Origin: 'https://magazine.example.com' });
    expect(own.headers.get('access-control-allow-origin')).to.equal('https://magazine.example.com');
    const foreign = await ask('GET', '/api/authors', undefined, { Origin: 'https://elsewhere.example.com' });
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).to.deep.equal([200, null]);
  });

  it('runs its cron tasks', async () => {
    const app = quire.app as unknown as {
      store(of: object): { get(of: object): Promise<{ count: number } | null> };
    };
    const store = app.store({ type: 'core', name: 'magazine' });
    for (let tries = 0; tries < 50 && (await store.get({ key: 'article-count' })) === null; tries++)
      await pause(200);
    expect((await store.get({ key: 'article-count' }))?.count).to.be.at.least(1);
  });

  it('names what it leaves out, and nothing that it does', () => {
    const said = logged.join('\n');
    expect(said).to.match(/plugin-cloud/);
    expect(said).not.to.match(
      /extensions of plugins are not run|controllers are not run|lifecycle hooks are not run|services are not run/,
    );
  });

  it('starts again, and its seeds do not run twice', async () => {
    await quire.stop();
    await start();
    expect((await ask('GET', '/api/globals')).status).to.equal(404);
    expect((await ask('GET', '/api/global')).body.data.siteName).to.equal('The Magazine');
  });
});
