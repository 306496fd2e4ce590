import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect as connectTo } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect } from 'chai';
import { createClient, type Client, type FormattedExecutionResult } from 'graphql-ws';
import { WebSocket } from 'ws';
import { textOf } from '../../src/domain/document/text-of.js';
import { serveApp, toUser, typeFile, type Person, type ServedApp } from '../http/served-app.js';
import { askForSocket } from './ask-for-socket.js';
import { until } from '../until.js';

const article = 'api::article.article';
const note = 'api::note.note';
const protocol = 'graphql-transport-ws';
const changed = 'subscription { articleChanges { action documentId position document { title } } }';

// Tests read answers without types.
/* oxlint-disable no-explicit-any */
interface Subscribed {
  /** The changes so far, without resets. */
  readonly changes: any[];
  readonly errors: any[];
  readonly isComplete: () => boolean;
  stop(): void;
}
/* oxlint-enable no-explicit-any */

const code = `module.exports = { register({ strapi }) {
  strapi.plugin('graphql').service('extension').use({
    typeDefs: 'extend type Article { loud: String }',
    resolvers: { Article: { loud: ({ title }) => title + '!' } },
  });
} };`;

describe('subscriptions over WebSockets', function () {
  this.timeout(60_000);
  let served: ServedApp;
  let address: string;
  let [kai, ada]: Person[] = [];
  const clients: Client[] = [];
  const sockets: WebSocket[] = [];
  before(async () => {
    served = await serveApp({
      'config/server.js': `module.exports = {
        observe: { metricsToken: 'a-token-for-metrics' }, liveChanges: { perCaller: 6 },
        cors: { origins: 'https://shop.example' } };`,
      'src/index.js': code,
      ...typeFile(
        'article',
        { title: { type: 'text' }, secret: { type: 'string', private: true } },
        { options: { draftAndPublish: true } },
      ),
      ...typeFile('note', { text: { type: 'string' }, owner: toUser('manyToOne') }),
    });
    address = `${served.url.replace('http', 'ws')}/graphql`;
    const { app } = served;
    await app.access.grant('public', article, ['find']);
    [kai, ada] = [await served.signUp('kai'), await served.signUp('ada')];
    for (const { role } of [kai, ada]) {
      await app.access.grant(role, note, ['find'], { filters: { owner: { documentId: '$me' } } });
      await app.access.grant(role, 'plugin::users-permissions.user', ['find']);
      await app.access.grant(role, article, ['find']);
    }
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.dispose();
    for (const socket of sockets.splice(0)) socket.terminate();
    await until(async () => (await listeners()) === 0);
    expect(served.errors).to.deep.equal([]);
  });
  after(() => served.stop());

  const listeners = async (): Promise<number> => {
    const headers = { Authorization: 'Bearer a-token-for-metrics' };
    const text = await (await fetch(`${served.url}/_metrics`, { headers })).text();
    return Number(/^quire_live_listeners (\d+)$/m.exec(text)?.[1] ?? 0);
  };
  const create = async (type: string, data: object, rest: object = {}): Promise<string> =>
    textOf((await served.app.documents(type).create({ data, ...rest }))['documentId']);
  const publish = (title: string): Promise<string> => create(article, { title }, { status: 'published' });

  interface Asked {
    readonly params?: Readonly<Record<string, unknown>>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly on?: Parameters<typeof createClient>[0]['on'];
  }

  const connect = ({ params = {}, headers = {}, on = {} }: Asked = {}): Client => {
    class Socket extends WebSocket {
      constructor(url: string, protocols: string) {
        super(url, protocols, { headers });
      }
    }
    const client = createClient({
      url: address,
      webSocketImpl: Socket,
      connectionParams: { 'Strapi-Response-Format': 'v5', ...params },
      retryAttempts: 0,
      on,
    });
    clients.push(client);
    return client;
  };
  const bearer = (who: Person | undefined) => ({ Authorization: `Bearer ${who?.token}` });

  /** Resolves when the subscription has begun or is refused. */
  const subscribe = async (client: Client, query: string, variables?: object): Promise<Subscribed> => {
    const [changes, errors] = [[] as unknown[], [] as unknown[]];
    let [isComplete, hasBegun] = [false, false];
    const sink = {
      next: ({ data, errors: faults }: FormattedExecutionResult<Record<string, unknown>, unknown>) => {
        hasBegun = true;
        errors.push(...(faults ?? []));
        for (const change of Object.values(data ?? {}))
          if ((change as { action: string }).action !== 'RESET') changes.push(change);
      },
      error: (error: unknown) => void errors.push(...(Array.isArray(error) ? error : [error])),
      complete: () => (isComplete = true),
    };
    const stop = client.subscribe({ query, variables: { ...variables } }, sink);
    await until(() => hasBegun || errors.length > 0);
    return { changes, errors, isComplete: () => isComplete, stop };
  };

  /** Opens a socket without the library, and sends messages as soon as it is open. */
  const openRaw = async (...messages: readonly unknown[]) => {
    const socket = new WebSocket(address, protocol);
    sockets.push(socket);
    const heard: { type: string; id?: string; payload?: unknown }[] = [];
    let closed: { readonly code: number; readonly reason: string } | undefined;
    socket.on('message', (data: Buffer) => void heard.push(JSON.parse(String(data)) as (typeof heard)[0]));
    socket.on('close', (status, reason) => (closed = { code: status, reason: String(reason) }));
    socket.on('error', () => {});
    await once(socket, 'open');
    for (const message of messages)
      socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    return { socket, heard, closed: () => closed };
  };
  const init = { type: 'connection_init', payload: { 'Strapi-Response-Format': 'v5' } };
  const asking = (id: string, query = changed) => ({ type: 'subscribe', id, payload: { query } });

  /** Asks for a WebSocket by hand. Returns the status, and whether the connection was closed. */
  const handshake = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
    const asked = askForSocket(`${served.url}${path}`, headers);
    const upgraded = once(asked, 'upgrade').then(([answer, socket]) => {
      (socket as Duplex).destroy();
      return String((answer as IncomingMessage).statusCode);
    });
    const refused = once(asked, 'response').then(async ([given]) => {
      const answer = given as IncomingMessage;
      answer.resume();
      await once(answer, 'close');
      return `${answer.statusCode} ${answer.headers.connection}`;
    });
    return Promise.race([upgraded, refused]);
  };

  it('sends each change as the listener may read it, of several subscriptions on one socket', async () => {
    const client = connect({ params: bearer(kai) });
    const articles = await subscribe(
      client,
      'subscription ($title: String) { articleChanges(filters: { title: { contains: $title } }) { action document { title } } }',
      { title: 'keep' },
    );
    const notes = await subscribe(client, 'subscription { noteChanges { action document { text } } }');
    await publish('other');
    await publish('keep this');
    await create(note, { text: 'of ada', owner: ada?.documentId });
    await create(note, { text: 'of kai', owner: kai?.documentId });
    await until(() => articles.changes.length === 1 && notes.changes.length === 1);
    expect(articles.changes).to.deep.equal([{ action: 'CREATE', document: { title: 'keep this' } }]);
    expect(notes.changes).to.deep.equal([{ action: 'CREATE', document: { text: 'of kai' } }]);
    articles.stop();
    await until(async () => (await listeners()) === 1);
  });

  it('authenticates by the headers of the handshake too, and answers in the format that they name', async () => {
    const headers = { Authorization: `Bearer ${kai?.token}`, 'Strapi-Response-Format': 'v4' };
    const client = connect({ headers, params: { 'Strapi-Response-Format': undefined } });
    const query = 'subscription { noteChanges { action document { data { attributes { text } } } } }';
    const { changes } = await subscribe(client, query);
    await create(note, { text: 'mine', owner: kai?.documentId });
    await until(() => changes.length === 1);
    expect(changes).to.deep.equal([
      { action: 'CREATE', document: { data: { attributes: { text: 'mine' } } } },
    ]);
  });

  it('goes on after a position', async () => {
    const query =
      'subscription ($after: String) { articleChanges(after: $after) { action position document { title } } }';
    const client = connect();
    const first = await subscribe(client, query);
    await publish('1');
    const isFirst = ({ document }: (typeof first.changes)[0]) => document.title === '1';
    await until(() => first.changes.some(isFirst));
    first.stop();
    await publish('2');
    const again = await subscribe(client, query, {
      after: first.changes.find(isFirst).position as string,
    });
    await publish('3');
    await until(() => again.changes.length === 2);
    expect(again.changes.map(({ document }) => document.title)).to.deep.equal(['2', '3']);
  });

  it('refuses what cannot be subscribed to, with the errors of requests', async () => {
    const client = connect();
    const codes: unknown[] = [];
    for (const query of [
      'subscription { noteChanges { action } }',
      'subscription { articleChanges { document { secret } } }',
      'subscription { articleChanges { document { loud } } }',
      'subscription { articleChanges {',
      `subscription { articleChanges { document { ${Array.from({ length: 1001 }, (_, n) => `a${n}: title`).join(' ')} } } }`,
      '{ articles { title } }',
      'mutation { createArticle(data: { title: "x" }) { title } }',
    ]) {
      const { errors, isComplete } = await subscribe(client, query);
      codes.push(errors[0].extensions.code);
      expect(isComplete(), query).to.equal(false);
    }
    const invalid = 'GRAPHQL_VALIDATION_FAILED';
    expect(codes).to.deep.equal([
      'FORBIDDEN',
      invalid,
      'BAD_REQUEST',
      'GRAPHQL_PARSE_FAILED',
      invalid,
      'BAD_REQUEST',
      'BAD_REQUEST',
    ]);
    expect((await subscribe(client, '{ articles { title } }')).errors[0].message).to.equal(
      'Only subscriptions run over WebSockets: send queries and mutations by POST',
    );
  });

  it('ends a subscription when its listener may no longer read', async () => {
    const client = connect({ params: bearer(ada) });
    const [notes, articles] = [
      await subscribe(client, 'subscription { noteChanges { action } }'),
      await subscribe(client, changed),
    ];
    await served.app.access.revoke(ada?.role ?? '', note, ['find']);
    await until(() => notes.errors.length > 0);
    expect(notes.errors[0].extensions.code).to.equal('FORBIDDEN');
    await publish('still');
    await until(() => articles.changes.length === 1);
    await served.app.access.grant(ada?.role ?? '', note, ['find'], {
      filters: { owner: { documentId: '$me' } },
    });
  });

  it('closes with 4403 for a wrong credential, and when a credential is no longer valid', async () => {
    for (const Authorization of ['Bearer nobody', 7]) {
      const { errors } = await subscribe(connect({ params: { Authorization } }), changed);
      expect(errors[0]).to.include({ code: 4403, reason: 'Forbidden' });
    }
    const { documentId, token, role } = await served.signUp('leaving');
    await served.app.access.grant(role, article, ['find']);
    const client = connect({ params: { authorization: `Bearer ${token}` } });
    const { errors } = await subscribe(client, changed);
    await served.app.documents('plugin::users-permissions.user').delete({ documentId });
    await until(() => errors.length > 0);
    expect(errors[0]).to.include({ code: 4403, reason: 'Forbidden' });
  });

  it('answers a handshake that it does not take with 4xx, and closes the connection', async () => {
    const token = `Bearer ${kai?.token}`;
    expect(await handshake('/graphql')).to.equal('101');
    expect(await handshake('/graphql/?token=1', { Authorization: token })).to.equal('101');
    for (const [path, headers, status] of [
      ['/graphql', { 'Sec-WebSocket-Protocol': 'graphql-ws' }, 400],
      ['/graphql', { 'Sec-WebSocket-Protocol': '' }, 400],
      ['/graphql', { Authorization: 'Bearer nobody' }, 401],
      ['/graphql', { 'Strapi-Response-Format': 'v6' }, 400],
      ['/graphql', { Origin: 'https://evil.example' }, 403],
      ['/graphql', { 'Sec-WebSocket-Version': '7' }, 400],
      ['/graphql', { 'Sec-WebSocket-Key': 'short' }, 400],
      ['/graphql/more', {}, 400],
      ['/api/articles', {}, 400],
      ['/api/articles/changes', {}, 400],
      ['/nowhere', {}, 400],
    ] as const)
      expect(await handshake(path, headers), `${path} ${JSON.stringify(headers)}`).to.equal(
        `${status} close`,
      );
  });

  it('lets pages of allowed origins and of its own connect, and programs', async () => {
    for (const headers of [{ Origin: 'https://shop.example' }, { Origin: served.url }, {}])
      expect(await handshake('/graphql', headers)).to.equal('101');
  });

  it('cuts a connection that asks for a WebSocket before an earlier request is answered', async () => {
    const { port } = new URL(served.url);
    const socket = connectTo(Number(port), '127.0.0.1');
    const head = 'HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n';
    socket.write(`GET /api/articles HTTP/1.1\r\nHost: x\r\n\r\nGET /graphql ${head}\r\n`);
    socket.resume();
    await once(socket, 'close');
    expect(await handshake('/graphql')).to.equal('101');
  });

  it('serves requests that offer another protocol as plain requests', async () => {
    const headers = {
      Connection: 'Upgrade, HTTP2-Settings',
      Upgrade: 'h2c',
      'Content-Type': 'application/json',
    };
    const asked = request(`${served.url}/graphql`, { method: 'POST', agent: false, headers });
    asked.end(JSON.stringify({ query: '{ __typename }' }));
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(JSON.parse(String(await answer.toArray()))).to.deep.equal({ data: { __typename: 'Query' } });
  });

  it('keeps to the protocol', async () => {
    const long = asking('x'.repeat(101));
    for (const [messages, status] of [
      [[asking('1')], 4401],
      [[init, init], 4429],
      [['{'], 4400],
      [[{ type: 'other' }], 4400],
      [[init, asking('1'), asking('1')], 4409],
      [[init, asking('é'.repeat(100)), asking('é'.repeat(100))], 4409],
      [[init, { type: 'connection_ack' }], 4400],
      [[init, long], 4400],
      [[{ type: 'connection_init', payload: { 'Strapi-Response-Format': 'v6' } }], 4400],
      [[{ ...init, payload: { text: 'x'.repeat(70_000) } }], 1009],
    ] as const) {
      const { closed, heard, socket } = await openRaw(...messages.slice(0, 1));
      if (messages.length > 1) await until(() => heard.length > 0);
      for (const message of messages.slice(1)) socket.send(JSON.stringify(message));
      await until(closed);
      expect(closed()?.code, JSON.stringify(messages).slice(0, 100)).to.equal(status);
    }
  });

  it('answers pings of both kinds, and compresses nothing', async () => {
    const { socket, heard } = await openRaw(init, { type: 'ping', payload: { at: 1 } });
    socket.ping('p');
    const [data] = (await once(socket, 'pong')) as [Buffer];
    expect(String(data)).to.equal('p');
    await until(() => heard.some(({ type }) => type === 'pong'));
    expect(socket.extensions).to.equal('');
  });

  it('limits the subscriptions and the sockets of one caller', async () => {
    const client = connect();
    const held = [];
    for (let count = 0; count < 6; count += 1) held.push(await subscribe(client, changed));
    const { errors } = await subscribe(client, changed);
    expect(errors[0].message).to.contain('Too many');
    expect(errors[0].extensions.error.name).to.equal('RateLimitError');
    held[0]?.stop();
    await until(async () => (await listeners()) === 5);
    expect((await subscribe(client, changed)).errors).to.deep.equal([]);
    const others = await Promise.all([1, 2, 3, 4, 5].map(() => openRaw(init)));
    expect(await handshake('/graphql')).to.equal('429 close');
    // A socket counts for the user that `connection_init` names.
    const mine = { type: 'connection_init', payload: bearer(kai) };
    others[0]?.socket.terminate();
    await until(async () => (await handshake('/graphql')) === '101');
    const named = await openRaw(mine);
    await until(() => named.heard.length > 0);
    await until(async () => (await handshake('/graphql')) === '101');
  });

  it('keeps nothing of subscriptions that have ended', async () => {
    const warnings: string[] = [];
    const warn = ({ message }: Error) => void warnings.push(message);
    process.on('warning', warn);
    const client = connect();
    // Without another subscription the client would close the socket.
    await subscribe(client, changed);
    for (let count = 0; count < 20; count += 1) {
      const { stop } = await subscribe(client, changed);
      stop();
      await until(async () => (await listeners()) === 1);
    }
    process.off('warning', warn);
    expect(warnings).to.deep.equal([]);
  });

  it('refuses more subscriptions of one socket at once', async () => {
    const { socket, heard } = await openRaw(init);
    await until(() => heard.length === 1);
    for (let count = 0; count < 20; count += 1) socket.send(JSON.stringify(asking(`s${count}`)));
    await until(() => heard.length === 21);
    expect(heard.filter(({ type }) => type === 'error').length).to.equal(14);
  });

  it('disconnects a client that does not read', async () => {
    const { socket, heard, closed } = await openRaw(init);
    await until(() => heard.length === 1);
    socket.send(JSON.stringify(asking('1')));
    await until(() => heard.length === 2);
    socket.pause();
    // More than the connection itself holds, so that the rest would wait in the server.
    const title = 'x'.repeat(900_000);
    for (let count = 0; count < 40; count += 1) await publish(title);
    await until(async () => (await listeners()) === 0);
    socket.resume();
    await until(closed);
    expect(closed()?.code).to.equal(1006);
  });

  it('ends a listener whose client goes while it begins', async () => {
    const { socket, heard } = await openRaw(init);
    await until(() => heard.length === 1);
    socket.send(JSON.stringify(asking('1')), () => socket.terminate());
    await until(async () => (await listeners()) === 0);
  });
});

describe('a server that stops', () => {
  it('closes its WebSockets with 1001, and does not wait for clients that stay', async () => {
    const served = await serveApp(typeFile('article', { title: { type: 'string' } }));
    await served.app.access.grant('public', article, ['find']);
    const socket = new WebSocket(`${served.url.replace('http', 'ws')}/graphql`, protocol);
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init' }));
    await once(socket, 'message');
    const query = 'subscription { articleChanges { action } }';
    socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query } }));
    await once(socket, 'message');
    const silent = new WebSocket(`${served.url.replace('http', 'ws')}/graphql`, protocol);
    await once(silent, 'open');
    silent.pause();
    const closing = once(socket, 'close');
    const stopping = served.stop();
    expect((await closing)[0]).to.equal(1001);
    await stopping;
    silent.terminate();
  });
});

describe('a server without live changes', () => {
  it('takes no WebSockets', async () => {
    const statuses: unknown[] = [];
    for (const file of [
      { 'config/server.js': 'module.exports = { liveChanges: { enabled: false } };' },
      { 'config/plugins.js': 'module.exports = { graphql: { enabled: false } };' },
    ]) {
      const served = await serveApp({ ...file, ...typeFile('article', { title: { type: 'string' } }) });
      const socket = new WebSocket(`${served.url.replace('http', 'ws')}/graphql`, protocol);
      socket.on('error', () => {});
      const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
      statuses.push(answer.statusCode);
      socket.terminate();
      await served.stop();
    }
    expect(statuses).to.deep.equal([400, 400]);
  });
});
