import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { chefFile, chefWith } from './program.js';
import { useServers } from './running-servers.js';

const files = {
  [chefFile]: chefWith({ Name: { type: 'string' }, Secret: { type: 'string', private: true } }),
  'src/index.js': `
    const { appendFileSync, existsSync } = require('node:fs');
    const { join } = require('node:path');
    const at = (name) => join(__dirname, '..', name);
    const tell = (word, rest) => appendFileSync(at('told.txt'), JSON.stringify({ word, pid: process.pid, ...rest }) + '\\n');
    const refusals = [];
    module.exports = {
      async bootstrap({ strapi }) {
        await strapi.access.grant('public', 'api::chef.chef', ['create', 'update']);
        for (const [name, listener] of [['entry.creat', () => {}], ['entry.create', null], [5, () => {}]])
          try { strapi.on(name, listener); } catch (error) { refusals.push(error.message); }
        strapi.on('entry.create', async (event) => {
          if (!existsSync(at('open'))) {
            tell('begun', { event });
            await new Promise(() => {});
          }
        });
        strapi.on('entry.create', (event) => tell('told', { event, refusals }));
      },
    };`,
};

interface Line {
  readonly word: 'begun' | 'told';
  readonly pid: number;
  readonly event: {
    readonly id: string;
    readonly event: string;
    readonly uid: string;
    readonly entry: { readonly Name: string };
  };
  readonly refusals: readonly string[];
}

describe('listeners of an app to events', function () {
  this.timeout(120_000);
  const servers = useServers(files);

  const lines = async (word: Line['word']): Promise<readonly Line[]> => {
    const text = await readFile(join(servers.directory(), 'told.txt'), 'utf8').catch(() => '');
    const all = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
    return all.filter((line) => line.word === word);
  };
  const until = async (word: Line['word'], name: string): Promise<Line> => {
    for (;;) {
      const found = (await lines(word)).find(({ event }) => event.entry.Name === name);
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const create = async (url: string, name: string): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ data: { Name: name, Secret: 'secret' } });
    const { status } = await fetch(`${url}/chefs`, { method: 'POST', headers, body });
    expect(status).to.equal(201);
  };

  it('hear of what was written before a crash, and on another server', async () => {
    const one = await servers.start();
    await create(one, 'before');
    const begun = await until('begun', 'before');
    servers.programs[0]?.process.kill('SIGKILL');
    await servers.programs[0]?.ended;
    await writeFile(join(servers.directory(), 'open'), '');
    const two = await servers.start();
    const told = await until('told', 'before');
    expect(told.pid).to.not.equal(begun.pid);
    expect(told.event).to.deep.include({ id: begun.event.id, event: 'entry.create', uid: 'api::chef.chef' });
    expect(told.event.entry).to.not.have.property('Secret');
    expect(told.refusals).to.deep.equal([
      'strapi.on: there is no event "entry.creat" (did you mean "entry.create"?)',
      'strapi.on: the listener of "entry.create" is not a function',
      'strapi.on: there is no event 5',
    ]);

    const three = await servers.start();
    await create(two, 'on two');
    await create(three, 'on three');
    const ofTwo = await until('told', 'on two');
    expect((await until('told', 'on three')).pid).to.equal(ofTwo.pid);
  });
});
