import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import express from 'express';
import { createHttpServer, type HttpServer } from '../../src/adapters/delivery/rest/create-http-server.js';
import type { ServerLimits } from '../../src/application/admission/server-limits.js';
import { isInMemory } from './chosen-store.js';
import { createWorld, type World } from './fixture.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns the bytes in use, without those that the garbage collector has not freed yet. */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('slow clients', () => {
  let server: HttpServer | undefined;
  const sockets: Socket[] = [];
  afterEach(async () => {
    sockets.splice(0).forEach((socket) => socket.destroy());
    await server?.close(0, 0);
    server = undefined;
  });

  async function serve(world: World, limits: Partial<ServerLimits>): Promise<number> {
    server = createHttpServer(world.app, limits);
    return (await server.listen(0, '127.0.0.1')).port;
  }

  async function open(port: number, text = ''): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  }

  /** Returns everything until the connection closes. */
  async function rest(socket: Socket): Promise<string> {
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
    await once(socket, 'close');
    return received;
  }

  const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  const post = (length: number): string =>
    `POST /api/categories HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer full\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

  describe('that send slowly', () => {
    it('a client that sends no headers, or only part of them, is disconnected', async () => {
      const port = await serve(createWorld(), { headersTimeoutMs: 200 });
      const [silent, half] = await Promise.all([open(port), open(port, 'GET /_health HTTP/1.1\r\nHost:')]);
      const [nothing, answer] = await Promise.all([rest(silent), rest(half)]);
      expect(nothing).to.match(/^(HTTP\/1.1 408 |$)/);
      expect(answer).to.match(/^HTTP\/1.1 408 /);
    });

    it('a client that sends nothing after an answer is disconnected', async () => {
      const port = await serve(createWorld(), { idleTimeoutMs: 200 });
      expect(await rest(await open(port, get('/_health')))).to.match(/^HTTP\/1.1 204 /);
    });

    it('a client that sends part of a body is answered with 408, and no bug is logged', async () => {
      const world = createWorld();
      const port = await serve(world, { bodyTimeoutMs: 200 });
      const answer = await rest(await open(port, `${post(1000)}{"data":`));
      expect(answer).to.match(/^HTTP\/1.1 408 Request Timeout\r\n/);
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).to.deep.equal({
        data: null,
        error: {
          status: 408,
          name: 'RequestTimeoutError',
          message: 'The body of the request did not come in time',
          details: {},
        },
      });
      expect(world.errors).to.deep.equal([]);
    });

    it('a client that goes on with the body of a refused request is disconnected too', async () => {
      const port = await serve(createWorld(), { bodyTimeoutMs: 200, maxRequests: 2 });
      const first = await open(port, `${post(1000)}{"data":`);
      await new Promise((resolve) => setImmediate(resolve));
      const second = await rest(await open(port, `${post(1000)}{"data":`));
      expect(second).to.match(/^HTTP\/1.1 503 /);
      first.destroy();
    });

    it('clients that stall in their bodies make room for others', async () => {
      const port = await serve(createWorld(), { maxRequests: 2, isProxied: true, bodyTimeoutMs: 6_000 });
      const stalled: Socket[] = [];
      for (let n = 0; n < 2; n += 1) {
        const arrived = once(server?.server ?? process, 'request');
        stalled.push(await open(port, `${post(1000)}{"data":`));
        await arrived;
      }
      const cut = Promise.race(stalled.map(rest));
      let status = 503;
      while (status === 503) ({ status } = await fetch(`http://127.0.0.1:${port}/api/nothing`));
      expect(status).to.equal(404);
      expect(await cut).to.match(/^HTTP\/1.1 408 /);
      expect(stalled.filter(({ destroyed }) => destroyed)).to.have.lengthOf(1);
    });

    it('a client that sends a body too slowly is disconnected, one that sends it steadily is not', async () => {
      const port = await serve(createWorld(), { bodyTimeoutMs: 250, minBodyBytesPerSecond: 400 });
      const body = JSON.stringify({ data: { Name: 'x'.repeat(20) } }).padEnd(3000);
      const sending = async (size: number): Promise<string> => {
        const socket = await open(port, post(body.length));
        const answered = rest(socket);
        let sent = 0;
        const timer = setInterval(() => {
          socket.write(body.slice(sent, sent + size));
          sent += size;
          if (sent >= body.length) clearInterval(timer);
        }, 10);
        socket.once('data', () => {
          clearInterval(timer);
          socket.end();
        });
        socket.once('close', () => clearInterval(timer));
        return answered;
      };
      const [dripping, steady] = await Promise.all([sending(1), sending(60)]);
      expect(dripping).to.match(/^HTTP\/1.1 408 /);
      expect(steady).to.match(/^HTTP\/1.1 201 /);
    });
  });

  describe('that receive slowly', () => {
    /** Two bytes, three, and four that are two characters. */
    const story = 'äあ🙂'.repeat(200_000);
    let world: World;
    beforeEach(async () => {
      world = createWorld();
      for (const Name of ['One', 'Two', 'Three', 'Four'])
        await world.create('restaurant', { Name, Story: `${Name} ${story}` });
    });

    it('a client that reads a large answer slowly gets all of it', async () => {
      const port = await serve(world, {});
      const response = await fetch(`http://127.0.0.1:${port}/api/restaurants?fields=Story&sort=id`);
      const { data } = (await response.json()) as { data: { Story: string }[] };
      expect(data.map(({ Story }) => Story)).to.deep.equal(
        ['One', 'Two', 'Three', 'Four'].map((Name) => `${Name} ${story}`),
      );
      expect(response.headers.has('content-length')).to.equal(true);
    });

    it('a client that reads nothing of its answer is disconnected', async () => {
      const port = await serve(world, { sendTimeoutMs: 300 });
      const accepted = once(server?.server ?? process, 'connection') as Promise<[Socket]>;
      const socket = await open(port);
      // More than the buffers of a connection can hold.
      socket.pause().write(get('/api/restaurants').repeat(3));
      const [itself] = await accepted;
      await once(itself, 'close');
      // The connection is reset, so that the operating system does not keep megabytes of the answer for this client.
      expect((await rest(socket.resume())).length).to.be.below(1_000_000);
    });

    it('a client at a Unix socket that reads nothing is disconnected too', async function () {
      if (process.platform === 'win32') return this.skip();
      server = createHttpServer(world.app, { sendTimeoutMs: 300 });
      const path = join(tmpdir(), `quire-slow-${process.pid}.sock`);
      await once(server.server.listen(path), 'listening');
      const accepted = once(server.server, 'connection') as Promise<[Socket]>;
      const socket = connect(path);
      sockets.push(socket.on('error', () => {}));
      socket.pause().write(get('/api/restaurants').repeat(3));
      const [itself] = await accepted;
      await once(itself, 'close');
    });

    it('a client that does not read a file makes room for others', async () => {
      const app = express()
        .get('/file', (_req, res) => void Readable.from(endless()).pipe(res))
        .get('/', (_req, res) => void res.end());
      server = createHttpServer(app, { maxRequests: 1, isProxied: true, bodyTimeoutMs: 3_000 });
      const { port } = await server.listen(0, '127.0.0.1');
      const arrived = once(server.server, 'request');
      const idle = await open(port);
      idle.pause().write(get('/file'));
      await arrived;
      let status = 503;
      while (status === 503) ({ status } = await fetch(`http://127.0.0.1:${port}/`));
      expect(status).to.equal(200);
    });

    it('clients that read none of many answers hold no more memory than the limit, and others are served', async () => {
      const before = heldBytes();
      const port = await serve(world, { maxBufferedBytes: 16_000_000 });
      const idle = await Promise.all(Array.from({ length: isInMemory ? 100 : 10 }, () => open(port)));
      for (const socket of idle) socket.pause().write(get('/api/restaurants'));
      for (let n = 0; n < 5; n += 1) {
        expect((await fetch(`http://127.0.0.1:${port}/_health`)).status).to.equal(204);
        expect(await statusAfterBusy(`http://127.0.0.1:${port}/api/restaurants?fields=Name`)).to.equal(200);
      }
      // Answers that are still being made hold more for a moment; those that wait for their clients stay.
      let held = heldBytes() - before;
      for (let tries = 0; tries < 40 && held >= 64_000_000; tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        held = heldBytes() - before;
      }
      expect(held).to.be.below(64_000_000);
    });

    it('a client without room for its answer gets 503, and idle answers make room', async () => {
      const port = await serve(world, { maxBufferedBytes: 8_000_000 });
      const ask = () => fetch(`http://127.0.0.1:${port}/api/restaurants`);
      const statusOf = async (): Promise<number> => {
        const response = await ask();
        await response.text();
        return response.status;
      };
      // On a slow machine a client that reads nothing may be cut off before there is another request.
      let status = 200;
      while (status === 200) {
        const idle = await open(port);
        idle.pause().write(get('/api/restaurants'));
        status = await statusOf();
      }
      expect(status).to.equal(503);
      while (status === 503) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        status = await statusOf();
      }
      expect(status).to.equal(200);
    });
  });

  it('a client that sends very many requests without waiting for answers is disconnected, and few of them are handled', async () => {
    const world = createWorld();
    const port = await serve(world, {});
    let requests = 0;
    server?.server.on('request', () => (requests += 1));
    const flood = await rest(await open(port, get('/api/nothing').repeat(1_500)));
    expect(flood).to.match(/^(HTTP\/1.1 (404|503) [^]*)?$/);
    expect(requests).to.be.within(32, 64);
    const few = await open(port, get('/_health').repeat(32));
    const answers = await new Promise<number>((resolve) => {
      let text = '';
      few.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        const count = text.split('HTTP/1.1 204').length - 1;
        if (count === 32) resolve(count);
      });
    });
    expect(answers).to.equal(32);
  });

  it('a client with too many requests at once is refused immediately, except for health checks', async () => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const world = createWorld({}, (documents) => ({
      ...documents,
      find: async (...question) => {
        await released;
        return documents.find(...question);
      },
    }));
    const port = await serve(world, { maxRequests: 4 });
    let last = 0;
    // One client has all addresses of a network of IPv6.
    server?.server.prependListener('connection', (socket: Socket) => {
      Object.defineProperty(socket, 'remoteAddress', { value: `2001:db8::${(last += 1).toString(16)}` });
    });
    const url = `http://127.0.0.1:${port}`;
    const running = [fetch(`${url}/api/restaurants`), fetch(`${url}/api/restaurants`)];
    let refused = await fetch(`${url}/api/nothing`);
    while (refused.status === 404) refused = await fetch(`${url}/api/nothing`);
    expect(refused.status).to.equal(503);
    expect(refused.headers.get('retry-after')).to.equal('1');
    expect(await refused.json()).to.have.nested.property('error.name', 'ServiceUnavailableError');
    expect((await fetch(`${url}/_health`)).status).to.equal(204);
    release();
    for (const response of await Promise.all(running)) expect(response.status).to.equal(200);
  });
});

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(64 * 1024);
}

/** The many come from the same address, so a request behind them may be asked to try again. */
async function statusAfterBusy(url: string): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const { status } = await fetch(url);
    if (status !== 503) return status;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return 503;
}
