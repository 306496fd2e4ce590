import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { chefFile, chefWith } from './program.js';
import { useServers } from './running-servers.js';
import { until } from '../until.js';

const files = {
  [chefFile]: chefWith({ Name: { type: 'string' } }),
  'src/index.js': `
    const { appendFileSync } = require('node:fs');
    const { join } = require('node:path');
    const write = (line) => appendFileSync(join(__dirname, '..', 'handled.txt'), line + ' ' + process.pid + '\\n');
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    module.exports = {
      async bootstrap({ strapi }) {
        await strapi.access.grant('public', 'api::chef.chef', ['create', 'update']);
        strapi.changes.follow({
          name: 'search',
          from: 'start',
          batchSize: 3,
          async handle(entries) {
            write('begin ' + entries[0].position);
            await pause(10);
            for (const { documentId, action } of entries) write('handled ' + documentId + ' ' + action);
            write('end ' + entries[0].position);
          },
        });
      },
    };`,
};

describe('a follower on two servers with one database', function () {
  this.timeout(120_000);
  const servers = useServers(files);

  const handled = async (): Promise<readonly (readonly string[])[]> => {
    const text = await readFile(join(servers.directory(), 'handled.txt'), 'utf8').catch(() => '');
    return text.split('\n').flatMap((line) => (line === '' ? [] : [line.split(' ')]));
  };

  const send = async (url: string, path: string, method: string, name: string): Promise<string> => {
    const body = JSON.stringify({ data: { Name: name } });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/${path}`, { method, headers, body });
    return ((await answer.json()) as { readonly data: { readonly documentId: string } }).data.documentId;
  };

  /** Creates chefs and updates each once; returns those whose writes were acknowledged. */
  const write = async (url: string, count: number): Promise<readonly string[]> => {
    const done: string[] = [];
    for (let turn = 0; turn < count; turn++) {
      try {
        const documentId = await send(url, 'chefs', 'POST', `chef ${turn}`);
        await send(url, `chefs/${documentId}`, 'PUT', `renamed ${turn}`);
        done.push(documentId);
      } catch {
        // The server was killed.
      }
    }
    return done;
  };

  const workers = async () => (await handled()).map((line) => Number(line.at(-1)));

  it('handles each entry, by one server at a time, whichever is killed in the middle', async () => {
    const one = await servers.start();
    await write(one, 1);
    await until(async () => (await handled()).length > 0);
    const two = await servers.start();
    const [first, second] = servers.programs;
    const writing = [write(one, 15), write(two, 15)];
    await until(async () => (await handled()).length >= 30);
    first?.process.kill('SIGKILL');
    await first?.ended;
    const acknowledged = (await Promise.all(writing)).flat();
    const isComplete = async () => {
      const lines = await handled();
      const updated = new Set(lines.filter(([, , action]) => action === 'update').map(([, id]) => id));
      return acknowledged.every((id) => updated.has(id));
    };
    await until(isComplete);
    const lines = await handled();
    for (const id of acknowledged) {
      const of = lines.filter(([word, document]) => word === 'handled' && document === id);
      expect(of[0]?.[2]).to.equal('create');
      expect(of.at(-1)?.[2]).to.equal('update');
    }
    // The first server works alone until it is killed, and the second one from then on.
    const pids = (await workers()).filter((pid, index, all) => pid !== all[index - 1]);
    expect(pids).to.deep.equal([first?.process.pid, second?.process.pid]);
    const listed = await servers.quire('followers');
    expect(listed.out).to.match(/^app:search {2}(idle|working) {2}\d+ behind/);
    const skipped = await servers.quire('followers', 'skip', 'app:search');
    expect(skipped.notes).to.match(/^app:search (does not get entry|has handled all entries)/);
    expect((await servers.quire('followers', 'skip', 'nobody')).code).to.equal(2);
  });
});
