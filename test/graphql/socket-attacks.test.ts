import { expect } from 'chai';
import { serveApp, toUser, typeFile, type Person, type ServedApp } from '../http/served-app.js';
import {
  binary,
  close,
  continuation,
  frameOf,
  handshake,
  message,
  openConnection,
  ping,
  pong,
  type RawSocket,
} from './raw-socket.js';
import { until } from '../until.js';

const article = 'api::article.article';
const init = message({ type: 'connection_init', payload: { 'Strapi-Response-Format': 'v5' } });
const articles = 'subscription { articleChanges { action document { title } } }';
const subscribe = (id: string, query = articles, variables = {}): Buffer =>
  message({ type: 'subscribe', id, payload: { query, variables } });
const complete = (id: string): Buffer => message({ type: 'complete', id });
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('attacks on WebSockets', function () {
  this.timeout(60_000);
  let served: ServedApp;
  let [kai, ada]: Person[] = [];
  const opened: RawSocket[] = [];
  before(async () => {
    served = await serveApp({
      'config/server.js': `module.exports = { observe: { metricsToken: 'a-token-for-metrics' } };`,
      ...typeFile('article', { title: { type: 'text' }, price: { type: 'integer' } }),
      ...typeFile('note', { text: { type: 'string' }, owner: toUser('manyToOne') }),
    });
    await served.app.access.grant('public', article, ['find']);
    [kai, ada] = [await served.signUp('kai'), await served.signUp('ada')];
    await served.app.access.grant(kai.role, article, ['find'], {
      fields: ['title'],
      filters: { title: { $contains: 'a' } },
    });
    await served.app.access.grant(ada.role, article, ['find'], { filters: { title: { $contains: 'b' } } });
  });
  afterEach(async () => {
    for (const { socket } of opened.splice(0)) socket.destroy();
    await until(async () => (await metric('quire_live_listeners')) === 0);
    await until(async () => (await metric('quire_websockets')) === 0);
    expect(served.errors).to.deep.equal([]);
  });
  after(() => served.stop());

  const metric = async (name: string): Promise<number> => {
    const headers = { Authorization: 'Bearer a-token-for-metrics' };
    const text = await (await fetch(`${served.url}/_metrics`, { headers })).text();
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
  };
  const connect = (...bytes: readonly (string | Buffer)[]): RawSocket => {
    const connection = openConnection(served.url, ...bytes);
    opened.push(connection);
    return connection;
  };
  /** Opens a socket, and sends `bytes` behind the handshake without waiting for its answer. */
  const open = (...bytes: readonly Buffer[]): RawSocket => connect(handshake(), ...bytes);
  /** Sends `bytes` when the server has acknowledged `connection_init`. */
  const begin = async (first: Buffer, ...bytes: readonly Buffer[]): Promise<RawSocket> => {
    const socket = open(first);
    await until(() => socket.messages().length === 1);
    socket.socket.write(Buffer.concat(bytes));
    return socket;
  };
  const ofType = (socket: RawSocket, type: string) => socket.messages().filter((each) => each.type === type);
  const create = (title: string, price = 1) =>
    served.app.documents(article).create({ data: { title, price } });

  it('closes for frames that the protocol does not allow', async () => {
    const cases: readonly (readonly [string, number, ...Buffer[]])[] = [
      ['not masked', 1002, frameOf({ payload: '{}', isMasked: false })],
      ['said to be compressed', 1002, frameOf({ payload: 'x', reserved: 0x40 })],
      ['a reserved bit', 1002, frameOf({ payload: 'x', reserved: 0x20 })],
      ['an unknown opcode', 1002, frameOf({ opcode: 3 })],
      ['an unknown control frame', 1002, frameOf({ opcode: 11 })],
      ['a continuation of nothing', 1002, frameOf({ opcode: continuation })],
      ['a message within another', 1002, frameOf({ fin: false, payload: '{' }), frameOf({ payload: '}' })],
      ['too long', 1009, frameOf({ length: 65 * 1024 })],
      ['a length of 2^40', 1009, frameOf({ length: 2 ** 40 })],
      [
        'too long in fragments',
        1009,
        frameOf({ fin: false, payload: 'x' }),
        frameOf({ opcode: 0, length: 65_536 }),
      ],
      ['a long ping', 1002, frameOf({ opcode: ping, payload: 'x'.repeat(126) })],
      ['a ping in fragments', 1002, frameOf({ opcode: ping, fin: false })],
      ['a close of one byte', 1002, frameOf({ opcode: close, payload: 'x' })],
      [
        'a close with a code that is not sent',
        1002,
        frameOf({ opcode: close, payload: Buffer.from([3, 0xed]) }),
      ],
      ['a close that is no text', 1007, frameOf({ opcode: close, payload: Buffer.from([3, 0xe8, 0xff]) })],
      ['no text', 1007, frameOf({ payload: Buffer.from([0xff]) })],
      ['bytes that are no text', 4400, frameOf({ opcode: binary, payload: Buffer.from([0xff]) })],
      ['an empty message', 4400, frameOf({})],
    ];
    for (const [what, code, ...frames] of cases) {
      const socket = open(...frames, init);
      await until(() => socket.closed() !== undefined);
      expect(socket.closed(), what).to.equal(code);
    }
  });

  it('takes a message in fragments, with a ping between them, behind the handshake', async () => {
    const socket = open(
      frameOf({ fin: false, payload: '{"type":"conn' }),
      frameOf({ opcode: ping, payload: 'hi' }),
      frameOf({ opcode: continuation, payload: 'ection_init"}' }),
    );
    await until(() => socket.messages().length === 1);
    expect(socket.opcodes()).to.deep.equal([pong, 1]);
  });

  // The rest of what the connection has brought is kept with each fragment.
  it('closes for a message in many fragments', async () => {
    const fragments = Array.from({ length: 40 }, (_, at) =>
      frameOf({ opcode: at === 0 ? 1 : continuation, fin: false, payload: 'x' }),
    );
    const socket = open(...fragments);
    await until(() => socket.closed() !== undefined);
    expect(socket.closed()).to.equal(1008);
  });

  it('closes for messages that are not of the protocol', async () => {
    const payloads: readonly (readonly [string, number])[] = [
      ['null', 4400],
      ['[]', 4400],
      [nested(30_000), 4400],
      ['{"type":"connection_init","payload":[1]}', 4400],
      ['{"type":"connection_init","payload":"x"}', 4400],
      ['{"type":"connection_init","payload":{"authorization":{}}}', 4403],
      [`{"type":"connection_init","payload":{"authorization":${nested(20_000)}}}`, 4403],
      [`{"type":"ping","payload":{"a":${nested(30_000)}}}`, 4400],
      ['{"type":"subscribe","id":1,"payload":{"query":"{a}"}}', 4400],
      ['{"type":"subscribe","id":"","payload":{"query":"{a}"}}', 4400],
      ['{"type":"subscribe","id":"1","payload":null}', 4400],
      ['{"type":"subscribe","id":"1","payload":{"query":"{a}","variables":[1]}}', 4400],
      ['{"type":"complete"}', 4400],
    ];
    for (const [payload, code] of payloads) {
      const socket = open(frameOf({ payload }));
      await until(() => socket.closed() !== undefined);
      expect(socket.closed(), payload.slice(0, 80)).to.equal(code);
    }
  });

  it('takes names that every object has as keys and ids', async () => {
    const socket = await begin(
      frameOf({
        payload:
          '{"type":"connection_init","payload":{"__proto__":{"authorization":"x"},"toString":1,"Strapi-Response-Format":"v5"}}',
      }),
      complete('nothing'),
      complete('__proto__'),
      subscribe('__proto__'),
      subscribe('constructor'),
    );
    await until(() => ofType(socket, 'next').length === 2);
    expect(socket.closed()).to.equal(undefined);
  });

  it('refuses documents and variables that are nested too deep, and goes on', async () => {
    const variables = JSON.parse(`{"a":${nested(2_000)}}`) as object;
    const deep = `subscription ${'{a'.repeat(20_000)}${'}'.repeat(20_000)}`;
    const socket = await begin(
      init,
      subscribe('1', articles, variables),
      subscribe('2', deep),
      subscribe('3'),
    );
    await until(() => ofType(socket, 'error').length === 2 && ofType(socket, 'next').length === 1);
  });

  it('refuses handshakes that are not those of a WebSocket, and closes the connection', async () => {
    const behind = 'GET /api/articles HTTP/1.1\r\nHost: x\r\n\r\n';
    for (const [what, request] of [
      ['a body', handshake('Content-Length: 5') + 'hello'],
      ['a body in chunks', handshake('Transfer-Encoding: chunked') + '0\r\n\r\n'],
      ['two lengths of a body', handshake('Content-Length: 5', 'Transfer-Encoding: chunked') + 'hello'],
      ['HTTP/1.0', handshake().replace('HTTP/1.1', 'HTTP/1.0')],
      ['no key', handshake().replace(/Sec-WebSocket-Key.*\r\n/, '')],
      ['two keys', handshake('Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==')],
      ['no version', handshake().replace(/Sec-WebSocket-Version.*\r\n/, '')],
      ['another path', handshake().replace('/graphql', '/api/../graphql')],
      ['an address', handshake().replace('/graphql', 'http://other.example/graphql')],
    ] as const) {
      const connection = connect(request, behind);
      await until(() => connection.closed() !== undefined);
      expect(connection.head().split('\r\n', 1)[0], what).to.equal('HTTP/1.1 400 Bad Request');
    }
  });

  it('agrees on no compression', async () => {
    const socket = connect(handshake('Sec-WebSocket-Extensions: permessage-deflate'), init);
    await until(() => socket.messages().length === 1);
    expect(socket.head()).not.to.match(/extensions/i);
  });

  it('disconnects a client that sends pings and does not read', async () => {
    for (const flood of [
      frameOf({ opcode: ping, payload: 'x'.repeat(125) }),
      message({ type: 'ping', payload: { text: 'x'.repeat(100) } }),
    ]) {
      const { socket } = open(init);
      socket.pause();
      const pings = Buffer.concat(Array.from({ length: 500 }, () => flood));
      const fill = (): void => {
        while (socket.write(pings));
      };
      socket.on('drain', fill);
      fill();
      await until(() => socket.destroyed);
    }
  });

  it('forgets a client that has closed its half', async () => {
    const socket = await begin(init, subscribe('1'));
    await until(() => socket.messages().length === 2);
    socket.socket.end();
    await until(() => socket.closed() !== undefined);
  });

  describe('an id that is used again while its subscription begins', () => {
    it('ends the first listener', async () => {
      const again = Array.from({ length: 5 }, () => [subscribe('1'), complete('1')]).flat();
      const socket = await begin(init, ...again, subscribe('1'));
      let count = 0;
      const texts = () => ofType(socket, 'next').map((each) => JSON.stringify(each));
      const changes = () => texts().filter((text) => text.includes('CREATE'));
      await until(async () => {
        await create(`title ${(count += 1)}`);
        return changes().length > 0;
      });
      expect(new Set(changes()).size).to.equal(changes().length);
      socket.socket.write(complete('1'));
      await until(async () => (await metric('quire_live_listeners')) === 0);
    });

    it('sends no error of the first, and keeps the second', async () => {
      const denied = 'subscription { noteChanges { action } }';
      const socket = await begin(init, subscribe('1', denied), complete('1'), subscribe('1'));
      await until(() => ofType(socket, 'next').length > 0);
      await create('two');
      await until(() => JSON.stringify(ofType(socket, 'next')).includes('two'));
      // Before that, the first may have been refused in time.
      const types = socket.messages().map(({ type }) => type);
      expect(types.slice(types.indexOf('next'))).to.deep.equal(['next', 'next']);
    });
  });

  it('sends each of two users only what they may read, of one text', async () => {
    const openFor = (who: Person | undefined, query: string): Promise<RawSocket> => {
      const payload = { 'Strapi-Response-Format': 'v5', authorization: `Bearer ${who?.token}` };
      return begin(message({ type: 'connection_init', payload }), subscribe('1', query));
    };
    const prices = articles.replace('title', 'title price');
    const sockets = [await openFor(kai, articles), await openFor(ada, articles), await openFor(ada, prices)];
    await until(() => sockets.every((socket) => ofType(socket, 'next').length === 1));
    const refused = await openFor(kai, prices);
    await until(() => ofType(refused, 'error').length === 1);
    for (const title of ['a', 'b', 'both a and b']) await create(title, 4711);
    await until(() => sockets.every((socket) => JSON.stringify(socket.messages()).includes('both')));
    const titlesOf = (socket: RawSocket): readonly unknown[] =>
      ofType(socket, 'next').flatMap(({ payload }) => {
        const { data } = payload as { data: { articleChanges: { document: object | null } } };
        return data.articleChanges.document ?? [];
      });
    const [a, b, both] = [{ title: 'a' }, { title: 'b' }, { title: 'both a and b' }];
    expect(sockets.map(titlesOf)).to.deep.equal([
      [a, both],
      [b, both],
      [
        { ...b, price: 4711 },
        { ...both, price: 4711 },
      ],
    ]);
    expect(ofType(refused, 'next')).to.deep.equal([]);
  });
});
