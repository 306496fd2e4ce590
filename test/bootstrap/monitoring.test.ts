import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { startMonitored, type MonitoredServer } from './monitored-server.js';

const metricsToken = 'metrics-token-0123456789';
const secret = 'do-not-log-me';

describe('a monitored server', () => {
  let server: MonitoredServer;
  let token: string;

  before(async () => {
    server = await startMonitored({
      METRICS_TOKEN: metricsToken,
      REQUEST_LOG: 'true',
      API_COST_LIMIT: '10',
    });
    ({ token } = await server.quire.app.access.createToken({ name: 'reader', access: 'read-only' }));
  });

  after(() => server.stop());

  const asReader = () => ({ Authorization: `Bearer ${token}` });
  const scrape = async (): Promise<string> => {
    const answer = await server.get('/_metrics', { Authorization: `Bearer ${metricsToken}` });
    expect(answer.status).to.equal(200);
    return answer.text();
  };

  describe('names requests', () => {
    it('with an id in every answer, also in refusals and for GraphQL', async () => {
      const answers = await Promise.all(
        ['/api/chefs', '/nothing', '/graphql?query={x}'].map((path) => server.get(path)),
      );
      const ids = answers.map(({ headers }) => headers.get('x-request-id'));
      expect(new Set(ids).size).to.equal(3);
      for (const id of ids) expect(id).to.match(/^[\w-]{8,}$/);
    });

    it('by the id that a proxy sends, if it is short and safe', async () => {
      const sent = await server.get('/nothing', { 'X-Request-Id': 'edge-1:a.b' });
      expect(sent.headers.get('x-request-id')).to.equal('edge-1:a.b');
      for (const id of ['x'.repeat(65), 'a b', '"}', 'a,b', 'ä'])
        expect(
          (await server.get('/nothing', { 'X-Request-Id': id })).headers.get('x-request-id'),
        ).not.to.equal(id);
    });
  });

  describe('logs requests', () => {
    it('in one line each, with what they cost and who sent them', async () => {
      const { headers } = await server.get('/api/chefs', asReader());
      const id = headers.get('x-request-id');
      const lines = server.logged('request').filter(({ fields }) => fields['requestId'] === id);
      expect(lines).to.have.length(1);
      expect(lines[0]?.fields).to.include({
        method: 'GET',
        path: '/api/chefs',
        status: 200,
        caller: 'token',
        api: 'rest',
        type: 'api::chef.chef',
        action: 'find',
      });
      for (const name of ['ms', 'planMs', 'queueMs', 'storeMs'])
        expect(lines[0]?.fields[name]).to.be.a('number').and.satisfy(Number.isFinite);
      expect(lines[0]?.fields['cost']).to.be.greaterThan(0);
    });

    it('with the code of a refusal', async () => {
      await server.get('/api/chefs');
      expect(server.logged('request').at(-1)?.fields).to.include({
        status: 403,
        caller: 'public',
        refusal: 'POLICY.DENIED',
      });
    });

    it('without query strings, headers and bodies', async () => {
      await server.get(`/api/chefs?filters[Name]=${secret}`, { ...asReader(), 'X-Other': secret });
      const body = JSON.stringify({ data: { Name: secret } });
      const headers = { 'Content-Type': 'application/json' };
      await fetch(`${server.url}/api/chefs?x=${secret}`, { method: 'POST', headers, body });
      expect(JSON.stringify(server.lines)).not.to.include(secret).and.not.to.include(token);
    });

    it('but no probes', async () => {
      const before = server.logged('request').length;
      await Promise.all(['/_health', '/_ready'].map((path) => server.get(path)));
      await scrape();
      expect(server.logged('request')).to.have.length(before);
    });
  });

  describe('serves /_metrics', () => {
    it('only with its token', async () => {
      for (const headers of [{}, asReader(), { Authorization: metricsToken }, { Authorization: 'Bearer ' }]) {
        const answer = await server.get('/_metrics', headers);
        expect(answer.status).to.equal(401);
        expect(await answer.text()).not.to.include('quire_');
      }
    });

    it('in the text format of Prometheus', async () => {
      const text = await scrape();
      const comment = /^# (HELP|TYPE) [a-z_:][a-z0-9_:]* .+$/;
      const label = '[a-z_]+="(?:[^"\\\\\\n]|\\\\["\\\\n])*"';
      const sample = new RegExp(`^[a-z_:][a-z0-9_:]*(\\{${label}(,${label})*\\})? (-?[0-9.e+-]+|NaN)$`);
      expect(text.endsWith('\n')).to.equal(true);
      for (const line of text.trimEnd().split('\n'))
        expect(line).to.match(line.startsWith('#') ? comment : sample);
      const types = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
      expect(new Set(types).size).to.equal(types.length);
    });

    it('with counts by type, action, method and class of status', async () => {
      const series =
        'quire_requests_total{api="rest",type="api::chef.chef",action="find",method="GET",status="2xx"}';
      const before = valueOf(await scrape(), series);
      await server.get('/api/chefs', asReader());
      await server.get('/api/chefs?sort=Name', asReader());
      expect(valueOf(await scrape(), series)).to.equal(before + 2);
    });

    it('with refusals of costly plans, over REST and GraphQL', async () => {
      const series = 'quire_refusals_total{code="PLAN.TOO_EXPENSIVE",by="application"}';
      const before = valueOf(await scrape(), series);
      const conditions = Array.from({ length: 60 }, () => '{ Name: { containsi: "a" } }').join(', ');
      const query = `{ chefs(filters: { or: [${conditions}] }) { data { id } } }`;
      const filters = Array.from({ length: 60 }, (_one, n) => `filters[$or][${n}][Name][$containsi]=a`);
      await server.get(`/api/chefs?${filters.join('&')}`, asReader());
      const headers = { ...asReader(), 'Content-Type': 'application/json' };
      const body = JSON.stringify({ query });
      await fetch(`${server.url}/graphql`, { method: 'POST', headers, body });
      const text = await scrape();
      expect(valueOf(text, series)).to.equal(before + 2);
      expect(text).to.include('api="graphql",type="",action="query"');
    });

    it('with refusals of GraphQL writes before they are planned', async () => {
      const series = 'quire_refusals_total{code="POLICY.DENIED",by="application"}';
      const before = valueOf(await scrape(), series);
      const body = JSON.stringify({ query: 'mutation { createChef(data: { Name: "x" }) { data { id } } }' });
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body });
      expect(await answer.text()).to.include('Forbidden access');
      expect(valueOf(await scrape(), series)).to.equal(before + 1);
    });

    it('without series that a client chooses', async () => {
      await server.get(`/api/${secret}?a=${secret}`, { 'User-Agent': secret });
      await new Promise((resolve, reject) => {
        http
          .request(`${server.url}/nothing`, { method: 'PROPFIND' }, (res) =>
            res.resume().once('end', resolve),
          )
          .once('error', reject)
          .end();
      });
      const text = await scrape();
      expect(text).not.to.include(secret).and.not.to.include('PROPFIND');
      expect(text).to.include('method="OTHER"');
    });

    it('with every name that the Grafana dashboard asks for', async () => {
      const text = await scrape();
      const dashboard = readFileSync(new URL('../../docs/grafana.json', import.meta.url), 'utf8');
      const asked = new Set(
        [...dashboard.matchAll(/\b(?:quire|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name),
      );
      expect(asked.size).to.be.greaterThan(10);
      const known = new Set(
        [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) => namesOf(name, type)),
      );
      expect([...asked].filter((name) => !known.has(name))).to.deep.equal([]);
    });
  });

  describe('answers with Server-Timing', () => {
    const prefer = { Prefer: 'return=minimal, server-timing' };

    it('for tokens that ask for it', async () => {
      const { headers } = await server.get('/api/chefs', { ...asReader(), ...prefer });
      expect(headers.get('server-timing')).to.match(
        /^plan;dur=[\d.]+, queue;dur=[\d.]+, store;dur=[\d.]+, total;dur=[\d.]+$/,
      );
    });

    it('for nobody else', async () => {
      for (const headers of [prefer, asReader(), { ...prefer, Authorization: 'Bearer wrong' }])
        expect((await server.get('/api/chefs', headers)).headers.get('server-timing')).to.equal(null);
    });
  });

  it('is ready', async () => {
    const answer = await server.get('/_ready');
    expect(answer.status).to.equal(200);
    expect(await answer.json()).to.deep.equal({ ready: true, failed: [] });
    expect((await fetch(`${server.url}/_ready`, { method: 'POST' })).status).to.equal(405);
  });
});

describe('a server without settings for monitoring', () => {
  let server: MonitoredServer;

  before(async () => {
    server = await startMonitored({ SERVER_TIMING: 'public' });
  });

  after(() => server.stop());

  it('has no metrics, and logs no requests', async () => {
    expect((await server.get('/_metrics')).status).to.equal(404);
    expect((await server.get('/api/chefs')).headers.get('x-request-id')).to.be.a('string');
    expect(server.logged('request')).to.deep.equal([]);
  });

  it('gives Server-Timing to everybody where that is set', async () => {
    const { headers } = await server.get('/api/chefs', { Prefer: 'server-timing' });
    expect(headers.get('server-timing')).to.include('total;dur=');
  });
});

describe('a port for metrics', () => {
  let server: MonitoredServer;

  before(async () => {
    server = await startMonitored({ METRICS_PORT: '0' });
  });

  after(() => server.stop());

  it('is named where it is taken', async () => {
    const taken = http.createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const refusal = await startMonitored({ METRICS_PORT: String(port) }).then(
      () => '',
      (error: Error) => error.message,
    );
    taken.close();
    expect(refusal).to.include(`Port ${port} on 127.0.0.1 is taken`).and.to.include('METRICS_PORT');
  });

  it('has /_metrics and nothing else, and PORT does not have it', async () => {
    const said = server.lines.find(({ message }) => message.startsWith('Metrics at '));
    const url = said?.message.slice('Metrics at '.length) ?? '';
    const answer = await fetch(url);
    expect(await answer.text()).to.include('quire_requests_in_progress 0');
    expect((await fetch(new URL('/api/chefs', url))).status).to.equal(404);
    expect((await server.get('/_metrics')).status).to.equal(404);
  });
});

const valueOf = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1) ?? 0,
  );

const namesOf = (name: string, type = ''): readonly string[] =>
  type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
