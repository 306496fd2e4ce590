import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createWebhookSender } from '../../../../src/adapters/webhooks/create-webhook-sender.js';
import { isPublicAddress } from '../../../../src/adapters/webhooks/public-address.js';

const secret = `whsec_${Buffer.from('a'.repeat(32)).toString('base64')}`;

describe('webhook requests', () => {
  let server: Server;
  let answer: (req: IncomingMessage, res: ServerResponse) => void;
  const received: { headers: IncomingMessage['headers']; body: string }[] = [];
  before(async () => {
    server = createServer((req, res) => {
      let body = '';
      req.on('data', (chunk: Buffer) => (body += chunk.toString()));
      req.on('end', () => {
        received.push({ headers: req.headers, body });
        answer(req, res);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    received.length = 0;
    answer = (_req, res) => res.writeHead(204).end();
  });

  const port = (): number => (server.address() as AddressInfo).port;
  const send = (host: string, privateHosts: readonly string[] = [], timeoutMs = 10_000) =>
    createWebhookSender({ privateHosts, timeoutMs }).send({
      url: `http://${host}:${port()}/hook`,
      id: 'evt_1_entry_create',
      headers: { 'X-Own': 'yes' },
      body: '{"event":"entry.create","entry":{"name":"Blini ✓"}}',
      signingSecret: secret,
      sentAt: 1_700_000_000_999,
    });

  it('are signed as Standard Webhooks says', async () => {
    expect(await send('127.0.0.1', ['127.0.0.1'])).to.deep.equal({ kind: 'answered', status: 204 });
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    const signature = createHmac('sha256', Buffer.from('a'.repeat(32)))
      .update(`evt_1_entry_create.1700000000.${body}`)
      .digest('base64');
    expect(headers).to.include({
      'content-type': 'application/json',
      'webhook-id': 'evt_1_entry_create',
      'webhook-timestamp': '1700000000',
      'webhook-signature': `v1,${signature}`,
      'x-own': 'yes',
    });
    expect(JSON.parse(body)).to.deep.equal({ event: 'entry.create', entry: { name: 'Blini ✓' } });
  });

  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '127.1', '0x7f.1', '0.0.0.0'])
    it(`do not reach ${host} unless it is allowed`, async () => {
      const sent = await send(host);
      expect(sent).to.include({ kind: 'failed' });
      expect(sent).to.have.property('reason').that.includes('WEBHOOK_PRIVATE_HOSTS');
      expect(received).to.deep.equal([]);
    });

  it('reach an allowed name', async () => {
    expect(await send('localhost', ['LOCALHOST'])).to.deep.equal({ kind: 'answered', status: 204 });
  });

  it('do not follow redirects', async () => {
    answer = (_req, res) => res.writeHead(302, { Location: '/elsewhere' }).end();
    expect(await send('127.0.0.1', ['127.0.0.1'])).to.deep.equal({ kind: 'answered', status: 302 });
    expect(received).to.have.lengthOf(1);
  });

  it('end where no answer comes', async () => {
    answer = () => {};
    const sent = await send('127.0.0.1', ['127.0.0.1'], 50);
    expect(sent).to.deep.equal({ kind: 'failed', reason: 'no answer within 0.05 s' });
  });

  it('fail where the receiver changes the protocol, and close the connection', async () => {
    let closed: Promise<unknown> | undefined;
    answer = ({ socket }) => {
      closed = once(socket, 'close');
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
    };
    const sent = await send('127.0.0.1', ['127.0.0.1']);
    expect(sent).to.deep.equal({ kind: 'failed', reason: 'it changed the protocol (101)' });
    await closed;
  });

  it('end where an answer begins and never ends', async () => {
    answer = (_req, res) => void res.writeHead(200).write('x');
    const sent = await send('127.0.0.1', ['127.0.0.1'], 50);
    expect(sent).to.deep.equal({ kind: 'failed', reason: 'no answer within 0.05 s' });
  });

  it('do not read endless answers', async () => {
    answer = (_req, res) => {
      const more = (): void => void (res.writable && res.write('x'.repeat(10_000), () => setImmediate(more)));
      res.writeHead(200);
      more();
    };
    expect(await send('127.0.0.1', ['127.0.0.1'])).to.deep.equal({ kind: 'answered', status: 200 });
  });

  it('say why there is no answer', async () => {
    answer = (_req, res) => void res.destroy();
    const cut = await send('127.0.0.1', ['127.0.0.1']);
    expect(cut).to.deep.equal({ kind: 'failed', reason: 'the connection was cut' });
    const unknown = await createWebhookSender({ privateHosts: [], timeoutMs: 10_000 }).send({
      url: 'http://nowhere.invalid/',
      id: 'evt',
      headers: {},
      body: '{}',
      signingSecret: secret,
      sentAt: 0,
    });
    expect(unknown).to.have.property('kind', 'failed');
  });
});

describe('public addresses', () => {
  for (const address of ['93.184.216.34', '2606:2800:220:1::1'])
    it(`are such as ${address}`, () => expect(isPublicAddress(address)).to.equal(true));
  for (const address of [
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '::',
    '::1',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '::a00:1',
    'fec0::1',
    '168.63.129.16',
    'nonsense',
  ])
    it(`are not such as ${address}`, () => expect(isPublicAddress(address)).to.equal(false));
});
