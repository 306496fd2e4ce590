import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { expect } from 'chai';
import { forwardRequests } from '../../src/adapters/delivery/rest/server/forward-requests.js';
import { PassedConnections } from '../../src/adapters/delivery/rest/server/passed-connections.js';
import { until } from '../until.js';

interface Answer {
  readonly status: number | undefined;
  readonly connection: string | undefined;
  readonly body: string;
}

describe('connections that another process accepts', () => {
  const opened: (Server | http.Server)[] = [];
  let agent: http.Agent;
  let connections: PassedConnections;
  let url: string;

  const listen = async (server: Server | http.Server): Promise<string> => {
    opened.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  const serve = async (answer: RequestListener): Promise<void> => {
    connections = new PassedConnections(http.createServer(), answer);
    url = await listen(createServer({ pauseOnConnect: true }, (socket) => connections.accept(socket)));
  };

  const post = (text: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = http.request(url, { method: 'POST', agent, path: '/a?b=c' }, (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (part: string) => (body += part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode, connection: answer.headers.connection, body }),
        );
      });
      sent.on('error', reject).end(text);
    });

  /** Answers with its name and what it got. */
  const echo =
    (name: string): RequestListener =>
    (req, res) => {
      let text = '';
      req.setEncoding('utf8').on('data', (part: string) => (text += part));
      req.on('end', () => res.writeHead(201).end(`${name} ${req.method} ${req.url} ${text}`));
    };

  beforeEach(() => (agent = new http.Agent({ keepAlive: true, maxSockets: 1 })));
  afterEach(() => {
    agent.destroy();
    for (const server of opened.splice(0)) server.close();
  });

  it('stay open, and give later requests to a successor with the next answer as their last', async () => {
    const successor = await listen(http.createServer(echo('new')));
    await serve(echo('old'));
    expect(await post('one')).to.deep.equal({
      status: 201,
      connection: 'keep-alive',
      body: 'old POST /a?b=c one',
    });
    await connections.finish(60_000, forwardRequests(successor));
    expect(await post('two')).to.deep.equal({
      status: 201,
      connection: 'close',
      body: 'new POST /a?b=c two',
    });
    await connections.close(60_000);
  });

  it('end their running requests before they are finished', async () => {
    const going: (() => void)[] = [];
    await serve((_req, res) => void going.push(() => res.end('slow')));
    const answer = post('');
    await until(() => going.length > 0);
    let isFinished = false;
    const finished = connections.finish(60_000, undefined).then(() => (isFinished = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isFinished).to.equal(false);
    going[0]?.();
    expect(await answer).to.include({ connection: 'close', body: 'slow' });
    await finished;
  });

  it('get 502 if there is no successor any more', async () => {
    await serve(echo('old'));
    await post('');
    const gone = createServer();
    const address = await listen(gone);
    gone.close();
    await once(gone, 'close');
    await connections.finish(60_000, forwardRequests(address));
    expect((await post('')).status).to.equal(502);
  });
});
