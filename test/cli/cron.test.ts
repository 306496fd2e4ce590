import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { useServers } from './running-servers.js';

const config = `
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');
module.exports = {
  cron: {
    enabled: true,
    tasks: {
      mails: {
        task: async ({ strapi }, at) => {
          await strapi.store.set({ key: 'last', value: at });
          appendFileSync(join(__dirname, '..', 'runs.txt'), at.toISOString() + ' ' + process.pid + '\\n');
        },
        options: '* * * * * *',
      },
    },
  },
};`;

describe('a scheduled task on two servers with one database', () => {
  const servers = useServers({ 'config/server.js': config });

  it('runs once at each time, and goes on when one of them dies', async () => {
    await servers.start();
    await servers.start();
    const runs = async (): Promise<readonly string[]> => {
      const text = await readFile(join(servers.directory(), 'runs.txt'), 'utf8').catch(() => '');
      return text.split('\n').filter((line) => line !== '');
    };
    const becomesLonger = async (than: number): Promise<readonly string[]> => {
      for (;;) {
        const found = await runs();
        if (found.length > than) return found;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const both = await becomesLonger(4);
    const [first, second] = servers.programs;
    first?.process.kill('SIGKILL');
    await first?.ended;
    const after = (await runs()).length;
    const found = await becomesLonger(after + 1);
    expect(found.length).to.be.above(both.length);
    const times = found.map((line) => line.split(' ')[0]);
    expect(new Set(times).size).to.equal(times.length);
    expect(found.at(-1)).to.match(new RegExp(` ${second?.process.pid}$`));
  });
});
