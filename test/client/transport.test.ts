import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createClient, NetworkError } from '../../src/client/index.js';
import { rejection } from './client-world.js';

describe('requests of quire-cms/client', () => {
  it('tells a server that does not answer, and a caller who aborts, from refusals', async () => {
    const silent: Server = createServer((request) => void (request.url === '/api/cut' && request.destroy()));
    await new Promise<void>((listening) => void silent.listen(0, '127.0.0.1', listening));
    const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/api`;
    const client = createClient({ baseUrl });
    const cut = await rejection(client.request('GET', '/cut'));
    expect(cut).to.be.instanceOf(NetworkError).with.property('cause');
    const controller = new AbortController();
    const waiting = rejection(client.collection('articles').find({}, { signal: controller.signal }));
    controller.abort();
    expect(await waiting).to.have.property('name', 'AbortError');
    silent.closeAllConnections();
    await new Promise((closed) => silent.close(closed));
    expect(await rejection(client.request('GET', '/'))).to.be.instanceOf(NetworkError);
  });

  it('says at once that an address is missing, or is none outside of a page', async () => {
    const missing = (baseUrl: unknown) => () => createClient({ baseUrl: baseUrl as string });
    for (const wrong of [undefined, null, 1])
      expect(missing(wrong)).to.throw(TypeError, `baseUrl is ${wrong}: give the address of the API`);
    const client = createClient({ baseUrl: '/api' });
    for (const call of [client.request('GET', '/articles'), client.collection('articles').changes().next()])
      expect(await rejection(call))
        .to.be.instanceOf(TypeError)
        .with.property('message', 'baseUrl is /api: outside of a page it needs a scheme and a host');
  });

  it('opens a broken stream again after its last event', async () => {
    const asked: (string | null)[] = [];
    const streams = [
      'id: a\nevent: reset\ndata: {}\n\nid: b\n\nevent: cha',
      'id: c\nevent: reset\ndata: {}\n\n',
    ];
    const client = createClient({
      baseUrl: '/api',
      fetch: async (_url, init) => {
        asked.push(new Headers(init?.headers).get('Last-Event-ID'));
        return asked.length === 2 ? new Response('{}', { status: 503 }) : new Response(streams.shift());
      },
    });
    const heard: unknown[] = [];
    for await (const { event, id } of client.collection('articles').changes()) {
      heard.push([event, id]);
      if (heard.length === 3) break;
    }
    expect(heard).to.deep.equal([
      ['open', undefined],
      ['reset', 'a'],
      ['reset', 'c'],
    ]);
    expect(asked).to.deep.equal([null, 'b', 'b']);
  });

  it('ends a stream that is left at its first event', async () => {
    let isEnded = false;
    const body = new ReadableStream({ cancel: () => void (isEnded = true) });
    const client = createClient({ baseUrl: '/api', fetch: async () => new Response(body) });
    for await (const { event } of client.collection('articles').changes()) {
      expect(event).to.equal('open');
      break;
    }
    expect(isEnded).to.equal(true);
  });

  it('says that a stream is open again if it broke before any place in it was known', async () => {
    const streams = ['retry: 2000\n\n', 'id: a\n\n', 'id: b\nevent: reset\ndata: {}\n\n'];
    const client = createClient({ baseUrl: '/api', fetch: async () => new Response(streams.shift()) });
    const heard: string[] = [];
    for await (const { event } of client.collection('articles').changes()) {
      heard.push(event);
      if (event === 'reset') break;
    }
    expect(heard).to.deep.equal(['open', 'open', 'reset']);
  });

  it('says only once that a stream is open which goes on after a place', async () => {
    const streams = ['retry: 2000\n\n', 'id: b\nevent: reset\ndata: {}\n\n'];
    const client = createClient({ baseUrl: '/api', fetch: async () => new Response(streams.shift()) });
    const heard: string[] = [];
    for await (const { event } of client.collection('articles').changes({}, { after: 'a' })) {
      heard.push(event);
      if (event === 'reset') break;
    }
    expect(heard).to.deep.equal(['open', 'reset']);
  });

  it('takes lists for values in filters only', async () => {
    const sent: string[] = [];
    const client = createClient({
      baseUrl: '/api',
      fetch: async (url) => {
        sent.push(decodeURIComponent(url as string).split('?')[1] ?? '');
        return Response.json({ data: [], meta: { pagination: {} } });
      },
    });
    const find = (query: object) => client.collection('articles').find(query);
    await find({ populate: { filters: { fields: [] } } });
    await find({
      populate: { tags: { filters: { slug: [] } }, parts: { on: { 'a.b': { filters: { n: [] } } } } },
    });
    await find({ filters: { slug: { $eq: [] }, rank: { $notIn: [] } } });
    const never = (path: string): string => `${path}[$null]=true&${path}[$notNull]=true`;
    expect(sent).to.deep.equal([
      '',
      [never('populate[tags][filters][slug]'), never('populate[parts][on][a.b][filters][n]')].join('&'),
      never('filters[slug]'),
    ]);
  });

  it('reads on where an estimated total is too low', async () => {
    const pages = [['a', 'b'], ['c', 'd'], ['e']];
    const client = createClient({
      baseUrl: '/api',
      fetch: async (url) => {
        const page = Number(/page\]=(\d)/.exec(url as string)?.[1]);
        const pagination = { page, pageSize: 2, pageCount: 1, total: 2, isEstimate: true };
        return Response.json({ data: pages[page - 1] ?? [], meta: { pagination } });
      },
    });
    const read: unknown[] = [];
    const asked = { pagination: { pageSize: 2, count: 'estimated' } } as const;
    for await (const { data } of client.collection('articles').pages(asked)) read.push(data);
    expect(read).to.deep.equal(pages);
  });

  it('keeps ids and names within the path of their route', async () => {
    const seen: string[] = [];
    const client = createClient({
      baseUrl: '/api/',
      headers: { 'X-Site': 'one' },
      fetch: async (url, init) => {
        seen.push(`${init?.method} ${url as string} ${JSON.stringify(init?.headers)}`);
        return new Response('{}');
      },
    });
    for (const id of ['..', '.', '']) {
      expect(await rejection(client.collection('articles').delete(id)), id).to.be.instanceOf(TypeError);
      expect(await rejection(client.files.delete(id)), id).to.be.instanceOf(TypeError);
    }
    expect(() => client.collection('..')).to.throw(TypeError);
    expect(seen).to.deep.equal([]);
    await client
      .collection('a/b')
      .findOne('../users?x#y', { fields: ['é&='] }, { headers: { 'X-Trace': '1' } });
    expect(seen).to.deep.equal([
      'GET /api/a%2Fb/..%2Fusers%3Fx%23y?fields[0]=%C3%A9%26%3D {"X-Site":"one","X-Trace":"1"}',
    ]);
  });

  it('exchanges a refresh token once, however many ask at the same moment', async () => {
    const sent: unknown[] = [];
    const client = createClient({
      baseUrl: '/api',
      fetch: async (_url, init) => {
        const count = sent.push(JSON.parse(init?.body as string));
        return count === 1
          ? new Response('{}', { status: 503 })
          : Response.json({ jwt: `session ${count}`, refreshToken: `token ${count}` });
      },
    });
    client.auth.refreshToken = 'token 1';
    const refused = [client.auth.refresh(), client.auth.refresh()].map(rejection);
    for (const error of await Promise.all(refused)) expect(error).to.have.property('status', 503);
    const both = await Promise.all([client.auth.refresh(), client.auth.refresh()]);
    expect(both.map(({ jwt }) => jwt)).to.deep.equal(['session 2', 'session 2']);
    await client.auth.refresh();
    expect(sent).to.deep.equal(['token 1', 'token 1', 'token 2'].map((refreshToken) => ({ refreshToken })));
    expect([client.token, client.auth.refreshToken]).to.deep.equal(['session 3', 'token 3']);
  });

  it('refreshes a session that has ended to end the sign-in', async () => {
    const sent: string[] = [];
    const client = createClient({
      baseUrl: '/api',
      token: 'ended',
      fetch: async (url, init) => {
        const token = new Headers(init?.headers).get('Authorization');
        sent.push(`${url as string} ${token}`);
        if (token === 'Bearer ended') return new Response('{}', { status: 401 });
        return Response.json({ jwt: 'renewed', refreshToken: 'next' });
      },
    });
    client.auth.refreshToken = 'first';
    await client.auth.logout();
    expect(sent).to.deep.equal([
      '/api/auth/logout Bearer ended',
      '/api/auth/refresh null',
      '/api/auth/logout Bearer renewed',
    ]);
    expect([client.token, client.auth.refreshToken]).to.deep.equal([undefined, undefined]);
  });

  it('keeps no session that is refreshed too late', async () => {
    let answer: (response: Response) => void = () => {};
    const client = createClient({
      baseUrl: '/api',
      fetch: async (url) => {
        if ((url as string).endsWith('/refresh')) return new Promise((resolve) => (answer = resolve));
        return Response.json({ jwt: 'B', refreshToken: 'token B' });
      },
    });
    for (const end of ['login', 'logout'] as const) {
      client.auth.refreshToken = 'token A';
      const late = client.auth.refresh();
      await (end === 'login'
        ? client.auth.login({ identifier: 'b', password: 'secret' })
        : client.auth.logout());
      const after = [client.token, client.auth.refreshToken];
      answer(Response.json({ jwt: 'A2', refreshToken: 'token A2' }));
      expect(await late).to.have.property('jwt', 'A2');
      expect([client.token, client.auth.refreshToken], end).to.deep.equal(after);
      expect(after[0], end).to.equal(end === 'login' ? 'B' : undefined);
    }
  });
});
