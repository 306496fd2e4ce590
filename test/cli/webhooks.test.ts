import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { chefFile, chefWith } from './program.js';
import { useServers } from './running-servers.js';
import { until } from '../until.js';

/** The long form: WEBHOOK_WRITES=1000 WEBHOOK_KILLS=4. */
const writes = Number(process.env['WEBHOOK_WRITES'] ?? 40);
const kills = Number(process.env['WEBHOOK_KILLS'] ?? 1);
const writesOfEach = 5;

const files = {
  [chefFile]: chefWith({ n: { type: 'integer' } }),
  'config/server.js': `module.exports = { webhooks: { privateHosts: '127.0.0.1' } };`,
  'src/index.js': `
    const { writeFileSync, existsSync } = require('node:fs');
    const { join } = require('node:path');
    const file = join(__dirname, '..', 'token.txt');
    module.exports = {
      async bootstrap({ strapi }) {
        if (existsSync(file)) return;
        const { token } = await strapi.access.createToken({ name: 'admin', access: 'full-access' });
        writeFileSync(file, token);
      },
    };`,
};

describe('webhooks of servers that are killed', function () {
  this.timeout(60_000 + writes * 1000);
  const servers = useServers(files);
  let receiver: Server;
  /** The ids of events by document, in the order in which they arrived first. */
  let arrived: Map<string, string[]>;
  let refused: Set<string>;

  beforeEach(async () => {
    [arrived, refused] = [new Map(), new Set()];
    receiver = createServer((req, res) => {
      let text = '';
      req.on('data', (chunk: Buffer) => (text += chunk.toString()));
      req.on('end', () => {
        const { id, entry } = JSON.parse(text) as { id: string; entry: { documentId: string } };
        // One refusal costs five seconds, a second one 15 more.
        if (!refused.has(id) && Math.random() < 0.05) {
          refused.add(id);
          return res.writeHead(503).end();
        }
        const ids = arrived.get(entry.documentId) ?? [];
        if (!ids.includes(id)) ids.push(id);
        arrived.set(entry.documentId, ids);
        return res.writeHead(204).end();
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });
  afterEach(() => {
    receiver.closeAllConnections();
    receiver.close();
  });

  it(`are told of each of ${writes} writes at least once, in order for each document`, async () => {
    const urls = [await servers.start(), await servers.start()];
    const token = await readFile(join(servers.directory(), 'token.txt'), 'utf8');
    const send = async (method: string, path: string, data: object): Promise<string> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ data });
      for (let turn = 0; ; turn += 1) {
        const url = urls[turn % urls.length] ?? '';
        const answer = await fetch(`${url}/${path}`, { method, headers, body }).catch(() => null);
        if (answer?.ok !== true && turn > 100) throw new Error(`${method} ${path} was not answered`);
        if (answer?.ok !== true) continue;
        return ((await answer.json()) as { data: { documentId: string } }).data.documentId;
      }
    };
    const { port } = receiver.address() as AddressInfo;
    const events = ['entry.create', 'entry.update'];
    await send('POST', 'webhooks', { name: 'site', url: `http://127.0.0.1:${port}/`, events });

    const acknowledged = new Map<string, number>();
    const total = (): number => [...acknowledged.values()].reduce((sum, count) => sum + count, 0);
    const write = async (): Promise<void> => {
      const documentId = await send('POST', 'chefs', { n: 0 });
      for (let n = 1; n < writesOfEach; n += 1) {
        acknowledged.set(documentId, n);
        await send('PUT', `chefs/${documentId}`, { n });
      }
      acknowledged.set(documentId, writesOfEach);
    };
    const writing = (async () => {
      for (let count = 0; count < writes; count += writesOfEach) await write();
    })();
    for (let kill = 1; kill <= kills; kill += 1) {
      await until(() => total() >= (writes * kill) / (kills + 1));
      // The other one goes on, and takes over what this one had begun.
      const program = servers.programs.at(-2);
      program?.process.kill('SIGKILL');
      await program?.ended;
      urls.shift();
      if (kill < kills) urls.push(await servers.start());
    }
    await writing;
    const missing = () =>
      [...acknowledged].filter(([id, count]) => (arrived.get(id)?.length ?? 0) < count).length;
    await until(() => missing() === 0);

    const positionOf = (id: string): number => Number(id.split('_')[1]);
    for (const ids of arrived.values()) {
      const positions = ids.map(positionOf);
      expect(positions).to.deep.equal(positions.toSorted((one, other) => one - other));
    }
    expect(total()).to.equal(writes);
  });
});
