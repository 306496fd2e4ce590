import { once } from 'node:events';
import http from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import { createObservations } from '../../src/application/observations/create-observations.js';
import type { Observation } from '../../src/application/ports/observations.js';
import { inTurns } from '../../src/application/stores/in-turns.js';
import { createHttpServer } from '../../src/adapters/delivery/rest/create-http-server.js';
import { overloaded, tooManyLongReads } from '../../src/application/admission/lane.js';
import { err } from '../../src/domain/result.js';
import { useProcessor } from '../use-processor.js';
import { createWorld, type World } from './fixture.js';

interface Got {
  readonly status: number | undefined;
  readonly text: string;
  readonly connection: string | undefined;
}

const get = (port: number, path: string, agent: http.Agent, headers = {}): Promise<Got> =>
  new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      const {
        statusCode: status,
        headers: { connection },
      } = response;
      response.on('end', () => resolve({ status, text, connection }));
    });
    request.on('error', reject);
  });

/** A promise and the function that resolves it. */
interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

function gate(): Gate {
  let resolve: (() => void) | undefined;
  const opened = new Promise<void>((done) => (resolve = done));
  return { opened, open: () => resolve?.() };
}

/** One whose lists wait until `released` is open. */
const slowWorld = (arrived: Gate, released: Gate): World =>
  createWorld({}, (documents) => ({
    ...documents,
    find: async (...question) => {
      arrived.open();
      await released.opened;
      return documents.find(...question);
    },
  }));

/** Requests by one connection. */
const kept = (): http.Agent => new http.Agent({ keepAlive: true, maxSockets: 1 });

describe('the server', () => {
  const agent = new http.Agent({ keepAlive: true });
  after(() => agent.destroy());

  it('requests that run finish when it closes, and their connections do not keep it open', async () => {
    const [arrived, released] = [gate(), gate()];
    const world = slowWorld(arrived, released);
    await world.create('restaurant', { Name: 'One' });
    const server = createHttpServer(world.app);
    const { port } = await server.listen(0, '127.0.0.1');
    await get(port, '/_health', agent);
    const running = get(port, '/api/restaurants', agent);
    await arrived.opened;
    const closed = server.close();
    await expectRefused(get(port, '/_health', new http.Agent()));
    released.open();
    expect(await running).to.have.property('status', 200);
    await closed;
  });

  it('while it closes, each connection gets one more answer, which says that it is the last', async () => {
    const [arrived, released] = [gate(), gate()];
    const server = createHttpServer(slowWorld(arrived, released).app);
    const { port } = await server.listen(0, '127.0.0.1');
    const [used, running] = [kept(), kept()];
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const silent = Object.assign(kept(), { createConnection: () => socket });
    expect(await get(port, '/_health', used)).to.include({ status: 204, connection: 'keep-alive' });
    const answered = get(port, '/api/restaurants', running);
    await arrived.opened;
    const closed = server.close(60_000);
    await expectRefused(get(port, '/_health', new http.Agent()));
    for (const one of [used, silent])
      expect(await get(port, '/_health', one)).to.include({ status: 204, connection: 'close' });
    released.open();
    expect(await answered).to.include({ status: 200, connection: 'close' });
    await closed;
  });

  it('while it closes, an answer that has begun is followed by one more', async () => {
    const begun = gate();
    let end = (): void => {};
    const world = createWorld();
    const server = createHttpServer(
      express()
        .get('/begun', (_req, res) => {
          res.write('some');
          end = () => void res.end();
          begun.open();
        })
        .use(world.app),
    );
    const { port } = await server.listen(0, '127.0.0.1');
    const one = kept();
    const answered = get(port, '/begun', one);
    await begun.opened;
    const closed = server.close(60_000);
    const { now } = performance;
    // Longer than connections may be quiet: this one is not while it is answered.
    performance.now = () => now.call(performance) + 70_000;
    try {
      await new Promise((resolve) => setTimeout(resolve, 50));
      end();
      expect(await answered).to.include({ text: 'some', connection: 'keep-alive' });
      expect(await get(port, '/_health', one)).to.include({ status: 204, connection: 'close' });
      await closed;
    } finally {
      performance.now = now;
    }
  });

  it('when it closes, connections that are quiet, or send a part of a request, do not keep it open', async () => {
    const server = createHttpServer(createWorld().app);
    const { port } = await server.listen(0, '127.0.0.1');
    await get(port, '/_health', kept());
    const sockets = ['', 'GET /_health HTTP/1.1\r\nHost:'].map((text) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      return socket.on('error', () => {});
    });
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    await server.close(0, 60_000);
    sockets.forEach((socket) => socket.destroy());
  });

  it('requests that do not finish in time are cut off', async () => {
    const arrived = gate();
    const world = createWorld({}, (documents) => ({
      ...documents,
      find: () => {
        arrived.open();
        return new Promise(() => {});
      },
    }));
    const server = createHttpServer(world.app);
    const { port } = await server.listen(0, '127.0.0.1');
    const cut = expectRefused(get(port, '/api/restaurants', agent));
    await arrived.opened;
    await server.close(0, 10);
    await cut;
  });

  it('it can be closed twice, and before it listens', async () => {
    const server = createHttpServer(createWorld().app);
    await server.close();
    await server.listen(0, '127.0.0.1');
    await server.close();
    await server.close();
  });

  it('a port in use is reported', async () => {
    const [one, two] = [createHttpServer(createWorld().app), createHttpServer(createWorld().app)];
    const { port } = await one.listen(0, '127.0.0.1');
    const error = await two.listen(port, '127.0.0.1').then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).to.have.property('code', 'EADDRINUSE');
    await one.close();
  });

  it('accepts new connections while many requests wait', async () => {
    let handled = 0;
    const world = createWorld({}, (documents) => ({
      ...documents,
      find: (...question) => {
        handled += 1;
        return documents.find(...question);
      },
    }));
    const server = createHttpServer(world.app);
    const { port } = await server.listen(0, '127.0.0.1');
    const kept = new http.Agent({ keepAlive: true });
    const crowd = () => Promise.all(Array.from({ length: 40 }, () => get(port, '/api/restaurants', kept)));
    await crowd();
    handled = 0;
    const handledBefore: number[] = [];
    server.server.on('connection', () => handledBefore.push(handled));
    const waiting = crowd();
    const checks = Array.from({ length: 5 }, () => get(port, '/_health', new http.Agent()));
    for (const { status } of await Promise.all(checks)) expect(status).to.equal(204);
    expect(handledBefore).to.have.length(5);
    for (const [place, count] of handledBefore.entries()) expect(count).to.be.at.most(8 * (place + 1));
    await waiting;
    kept.destroy();
    await server.close();
  });

  it('accepts new connections while long work goes on', async () => {
    let steps = 0;
    const ending = new AbortController();
    function* work(): Generator<void, null> {
      for (; !ending.signal.aborted; steps += 1) {
        useProcessor(11);
        yield;
      }
      return null;
    }
    const server = createHttpServer(createWorld().app);
    const { port } = await server.listen(0, '127.0.0.1');
    const done = inTurns(work());
    const before = steps;
    const checks = Array.from({ length: 60 }, () => get(port, '/_health', new http.Agent()));
    for (const { status } of await Promise.all(checks)) expect(status).to.equal(204);
    const meanwhile = steps - before;
    ending.abort();
    await done;
    await server.close();
    // One in each turn, if accepting did not go first.
    expect(meanwhile).to.be.below(40);
  });

  it('requests that are refused unread are observed, probes are not', async () => {
    const seen: Observation[] = [];
    const kinds = ['request-began', 'request-ended', 'refusal'] as const;
    const observations = createObservations([{ kinds, observe: (one) => void seen.push(one) }]);
    const server = createHttpServer(createWorld().app, { maxRequests: 0 }, { observations });
    const { port } = await server.listen(0, '127.0.0.1');
    await get(port, '/_health', agent);
    await get(port, '/api/restaurants?n=1', agent);
    expect(seen.map(({ kind }) => kind)).to.deep.equal(['request-began', 'refusal', 'request-ended']);
    expect(seen[1]).to.include({ code: 'STORE.OVERLOADED', by: 'gate' });
    await server.close();
  });

  it('connections are read at once after a refusal, but not for a while after very many', async () => {
    const server = createHttpServer(createWorld().app, { maxRequests: 0 });
    const { port } = await server.listen(0, '127.0.0.1');
    let requests = 0;
    const pauses: number[] = [];
    server.server.on('request', () => (requests += 1));
    server.server.on('connection', (socket: Socket) => socket.on('pause', () => pauses.push(requests)));
    for (const n of [1, 2])
      expect(await get(port, `/api/restaurants?n=${n}`, agent)).to.have.property('status', 503);
    expect(pauses).to.deep.equal([]);

    const socket = connect(port, '127.0.0.1');
    const few = 'GET /api/restaurants HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(10);
    let answers = 0;
    const answered = new Promise<void>((resolve) => {
      socket.on('data', (bytes) => {
        answers += bytes.toString('latin1').split('HTTP/1.1 503').length - 1;
        if (pauses.length > 0) resolve();
        else if (answers % 10 === 0) socket.write(few);
      });
    });
    socket.write(few);
    await answered;
    expect(pauses[0]).to.be.within(501, 511);
    socket.destroy();
    await server.close();
  });

  const outcomes = [
    {
      title: 'a sender whose requests met overload has fewer admitted, others of its address have not',
      refusal: overloaded,
      most: 2,
    },
    {
      title: 'a sender whose long reads were refused has no fewer admitted',
      refusal: tooManyLongReads,
      most: 3,
    },
  ];
  for (const { title, refusal, most } of outcomes)
    it(title, async () => {
      const [arrived, allArrived, released] = [gate(), gate(), gate()];
      let calls = 0;
      const world = createWorld({}, (documents) => ({
        ...documents,
        find: async (...question) => {
          calls += 1;
          if (calls === 1) return err(refusal);
          if (calls === 1 + most) arrived.open();
          if (calls === 2 + most) allArrived.open();
          await released.opened;
          return documents.find(...question);
        },
      }));
      const server = createHttpServer(world.app, { maxConcurrentQueries: 2 });
      const { port } = await server.listen(0, '127.0.0.1');
      const ask = () => get(port, '/api/restaurants', new http.Agent());
      expect(await ask()).to.have.property('status', 503);
      const running = Array.from({ length: most }, ask);
      await arrived.opened;
      const last = ask();
      if (refusal === overloaded) {
        expect(await last).to.have.property('status', 503);
        expect(calls).to.equal(1 + most);
        for (const headers of [{ authorization: 'Basic full' }, { cookie: 'other=1' }])
          expect(await get(port, '/api/restaurants', new http.Agent(), headers)).to.have.property(
            'status',
            503,
          );
      }
      const other = get(port, '/api/restaurants', new http.Agent(), { authorization: 'Bearer full' });
      await Promise.race([allArrived.opened, other]);
      released.open();
      expect(await other).to.have.property('status', 200);
      if (refusal !== overloaded) expect(await last).to.have.property('status', 200);
      for (const { status } of await Promise.all(running)) expect(status).to.equal(200);
      await server.close();
    });

  for (const upgrade of ['', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'])
    it(`a request with two Host headers is refused, ${upgrade === '' ? 'plain' : 'as a handshake'}`, async () => {
      const { server, listen, close } = createHttpServer(
        express().get('/', (_req, res) => void res.send('read')),
      );
      server.on('upgrade', (_req, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
      const { port } = await listen(0, '127.0.0.1');
      const answerTo = async (hosts: string): Promise<string> => {
        const socket = connect(port, '127.0.0.1');
        socket.setEncoding('utf8').write(`GET / HTTP/1.1\r\n${hosts}${upgrade}\r\n`);
        const [answer] = (await once(socket, 'data')) as [string];
        socket.destroy();
        return answer.slice(9, 12);
      };
      expect(await answerTo('Host: a\r\n')).to.equal(upgrade === '' ? '200' : '101');
      expect(await answerTo('Host: a\r\nhost: a\r\n')).to.equal('400');
      expect(await answerTo('HOST: a\r\nX-One: 1\r\nHost: b\r\n')).to.equal('400');
      await close();
    });

  it('clients that disconnect in the middle of a request do no harm', async () => {
    const world = createWorld();
    const server = createHttpServer(world.app);
    const { port } = await server.listen(0, '127.0.0.1');
    const request = http.request({
      host: '127.0.0.1',
      port,
      path: '/api/categories',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 1000, authorization: 'Bearer full' },
    });
    request.on('error', () => {});
    await new Promise<void>((resolve) => request.write('{"data":', () => resolve()));
    request.destroy();
    expect(await get(port, '/_health', agent)).to.have.property('status', 204);
    await server.close();
    expect(world.errors).to.deep.equal([]);
  });
});

async function expectRefused(run: Promise<unknown>): Promise<void> {
  const error = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).to.have.property('code').that.is.oneOf(['ECONNREFUSED', 'ECONNRESET']);
}
