import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { Duplex } from 'node:stream';
import { expect } from 'chai';
import { WebSocket } from 'ws';
import { codeBlocks } from '../examples/pages/code-blocks.js';
import { serveApp, typeFile, type ServedApp } from '../http/served-app.js';
import { askForSocket } from './ask-for-socket.js';
import { until } from '../until.js';

const restaurant = 'api::restaurant.restaurant';

/** What the examples of the page show: changes of restaurants. */
interface Shown {
  readonly action: string;
  readonly document: { readonly data: { readonly attributes: { readonly Name: string } } } | null;
}

const middlewares = `module.exports = [
  { name: 'strapi::compression', config: { threshold: 1 } }, 'strapi::responseTime', 'global::door',
];`;

const door = `module.exports = () => async (ctx, next) => {
  if (ctx.get('X-Door') === 'closed') return ctx.forbidden('The door is closed');
  await next();
  ctx.set('X-Through', 'the door');
};`;

/** Answers handshakes at its own path. */
const ownSockets = `module.exports = { bootstrap({ strapi }) {
  strapi.server.httpServer.on('upgrade', (req, socket) => {
    if (req.url === '/own') socket.end('HTTP/1.1 101 Own\\r\\nConnection: Upgrade\\r\\nUpgrade: websocket\\r\\n\\r\\n');
    else if (req.url !== '/graphql') socket.end('HTTP/1.1 404 Own\\r\\nContent-Length: 0\\r\\n\\r\\n');
  });
} };`;

interface Kept {
  client?: { stop?(): void; terminate?(): void; dispose?(): unknown };
  /** Below a client of Apollo, which does not end it. */
  socket?: { dispose(): unknown };
}

describe('WebSockets of an app with code', function () {
  this.timeout(60_000);
  let served: ServedApp;
  let token: string;
  before(async () => {
    served = await serveApp({
      'config/middlewares.js': middlewares,
      'src/middlewares/door.js': door,
      'src/index.js': ownSockets,
      ...typeFile('restaurant', { Name: { type: 'string' } }),
    });
    const person = await served.signUp('kai');
    token = person.token;
    await served.app.access.grant(person.role, restaurant, ['find', 'findOne', 'create']);
  });
  after(() => served.stop());

  const create = (name: string) => served.app.documents(restaurant).create({ data: { Name: name } });

  const handshake = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> => {
    const asked = askForSocket(`${served.url}${path}`, headers);
    const [answer, socket] = (await Promise.race([once(asked, 'upgrade'), once(asked, 'response')])) as [
      IncomingMessage,
      Duplex | undefined,
    ];
    if (socket === undefined) answer.resume();
    else socket.destroy();
    return answer.statusCode ?? 0;
  };

  it('are opened through the middlewares around every request, which may refuse them', async () => {
    expect(await handshake('/graphql')).to.equal(101);
    expect(await handshake('/graphql', { 'X-Door': 'closed' })).to.equal(403);
  });

  it('leave handshakes at other paths to code of the app that listens for them', async () => {
    expect(await handshake('/own')).to.equal(101);
    expect(await handshake('/elsewhere')).to.equal(404);
    expect(await handshake('/graphql')).to.equal(101);
  });

  describe('with the clients of the documentation', () => {
    const native = (globalThis as { WebSocket?: unknown }).WebSocket;
    before(() => Object.assign(globalThis, { WebSocket }));
    after(() => Object.assign(globalThis, { WebSocket: native }));

    const load = createRequire(import.meta.url);
    const AsyncFunction = (async () => {}).constructor as FunctionConstructor;

    /** Runs the example of docs/graphql.md that has a text. Returns what it shows. */
    const runExample = async (text: string, not: string): Promise<readonly Shown[]> => {
      const blocks = await codeBlocks();
      const example = blocks.find(
        ({ page, code }) => page === 'graphql' && code.includes(text) && !code.includes(not),
      );
      const code = (example?.code ?? 'throw new Error("no such example")')
        .replaceAll(/^import (\{.*\}) from ('.*');$/gm, 'const $1 = load($2);')
        .replaceAll('https://cms.example', served.url)
        .replaceAll('wss://cms.example', served.url.replace('http', 'ws'))
        .replace('retryAttempts: Infinity', 'retryAttempts: Infinity, retryWait: () => Promise.resolve()')
        // For the time after the test.
        .replace('const client =', 'const client = keep.client =')
        .replace('new GraphQLWsLink(', 'new GraphQLWsLink(keep.socket = ');
      const shown: Shown[] = [];
      const keep: Kept = {};
      kept.push(keep);
      const show = (change: Shown) => void shown.push(change);
      // The example is our own page.
      // oxlint-disable-next-line no-implied-eval
      const run = new AsyncFunction('load', 'token', 'show', 'keep', code);
      void (run(load, token, show, keep) as Promise<void>).catch((error: unknown) => {
        throw error;
      });
      await until(() => shown.length > 0);
      return shown;
    };
    const kept: Kept[] = [];
    afterEach(async () => {
      for (const { client, socket } of kept.splice(0)) {
        client?.stop?.();
        await client?.dispose?.();
        await socket?.dispose();
      }
    });
    const names = (shown: readonly Shown[]) =>
      shown.flatMap(({ document }) => (document === null ? [] : [document.data.attributes.Name]));

    it('graphql-ws goes on after a break where it was', async () => {
      const shown = await runExample("from 'graphql-ws'", 'apollo');
      await create('one');
      await until(() => names(shown).includes('one'));
      kept[0]?.client?.terminate?.();
      await create('two');
      await until(() => names(shown).includes('two'));
      expect(names(shown).filter((name) => name === 'two')).to.have.length(1);
      expect(shown.filter(({ action }) => action === 'RESET')).to.have.length(1);
    });

    it('Apollo Client subscribes over a WebSocket, and asks over HTTP', async () => {
      const shown = await runExample('GraphQLWsLink', 'nothing');
      await create('three');
      await until(() => names(shown).includes('three'));
    });
  });
});
