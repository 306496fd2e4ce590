import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { textOf } from '../../src/domain/document/text-of.js';
import { createQuire, type Quire } from '../../src/bootstrap/index.js';
import { makeApp, type TestApp } from '../cli/program.js';
import { openTestDatabase, type TestDatabase } from '../database.js';
import { appFiles, contentType } from '../schema-builders.js';
import { until } from '../until.js';

interface Received {
  readonly signed: boolean;
  readonly id: string;
  readonly body: {
    readonly event: string;
    readonly entry: { readonly documentId: string; readonly n?: number };
  };
}

describe('webhooks of two servers', function () {
  this.timeout(60_000);
  let [receiver, database, app]: [Server?, TestDatabase?, TestApp?] = [];
  let servers: Quire[] = [];
  const received: Received[] = [];
  let secret = '';
  let asked = 0;

  before(async () => {
    receiver = createServer((req, res) => {
      let text = '';
      req.on('data', (chunk: Buffer) => (text += chunk.toString()));
      req.on('end', () => {
        asked += 1;
        if (asked === 3 || asked === 12) return res.writeHead(503).end();
        const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = req.headers;
        const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
        const expected = createHmac('sha256', key).update(`${id}.${time}.${text}`).digest('base64');
        received.push({
          id: String(id),
          signed: signature === `v1,${expected}`,
          body: JSON.parse(text) as Received['body'],
        });
        return res.writeHead(204).end();
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    app = await makeApp(
      appFiles({ contentTypes: [contentType('page', 'pages', { n: { type: 'integer' } })] }),
    );
    database = await openTestDatabase();
  });
  after(async () => {
    for (const server of servers) await server.stop();
    receiver?.closeAllConnections();
    receiver?.close();
    await app?.remove();
    await database?.close();
  });

  const start = async (): Promise<Quire & { readonly url: string }> => {
    const ignore = (): void => {};
    const quire = createQuire({
      app: app!.directory,
      env: { DATABASE_URL: database!.url, PORT: '0', NODE_ENV: 'test', WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' },
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    });
    const { url } = await quire.start();
    servers.push(quire);
    return { ...quire, url, app: quire.app };
  };

  it('arrive signed, at least once, in order for each document, although the receiver fails and a server ends', async () => {
    const [one, other] = [await start(), await start()];
    const { token } = await one.app.access.createToken({ name: 'admin', access: 'full-access' });
    const { port } = receiver!.address() as AddressInfo;
    const made = await fetch(`${one.url}/api/webhooks`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        data: {
          name: 'site',
          url: `http://127.0.0.1:${port}/hook`,
          events: ['entry.create', 'entry.update', 'entry.delete'],
        },
      }),
    });
    ({ signingSecret: secret } = ((await made.json()) as { data: { signingSecret: string } }).data);
    const pages = one.app.documents('api::page.page');
    const ids: string[] = [];
    for (let n = 0; n < 8; n += 1) ids.push(textOf((await pages.create({ data: { n } }))['documentId']));
    const later = other.app.documents('api::page.page');
    for (const documentId of ids) await later.update({ documentId, data: { n: 100 } });
    await until(() => received.length >= 4);
    await one.stop();
    servers = servers.slice(1);
    for (const documentId of ids) await later.delete({ documentId });
    const idsOf = (documentId: string) => [
      ...new Set(received.filter(({ body }) => body.entry.documentId === documentId).map(({ id }) => id)),
    ];
    await until(() => ids.every((documentId) => idsOf(documentId).length === 3));
    for (const documentId of ids)
      expect(idsOf(documentId).map((id) => id.replace(/^evt_\d+_/, ''))).to.deep.equal([
        'entry_create',
        'entry_update',
        'entry_delete',
      ]);
    expect(received.every(({ signed }) => signed)).to.equal(true);
  });
});
