import { expect } from 'chai';
import { listenTo, type LiveListener } from '../http/live-listener.js';
import { chefFile, chefWith } from './program.js';
import { subscribeTo } from './live-socket.js';
import { useServers } from './running-servers.js';
import { until } from '../until.js';

const files = {
  [chefFile]: chefWith({ Name: { type: 'string' } }),
  'src/index.js': `module.exports = {
    bootstrap: ({ strapi }) => strapi.access.grant('public', 'api::chef.chef', ['create', 'find', 'findOne']),
  };`,
};

describe('live changes of two servers with one database', function () {
  this.timeout(120_000);
  const servers = useServers(files);
  const listeners: LiveListener[] = [];
  afterEach(() => {
    for (const listener of listeners.splice(0)) listener.close();
  });

  const listen = async (url: string, after?: string): Promise<LiveListener> => {
    const headers = after === undefined ? {} : { 'Last-Event-ID': after };
    const listener = await listenTo(`${url}/chefs/changes`, headers);
    listeners.push(listener);
    expect(listener.status).to.equal(200);
    return listener;
  };
  const create = async (url: string, name: string): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ data: { Name: name } });
    const { status } = await fetch(`${url}/chefs`, { method: 'POST', headers, body });
    expect(status).to.equal(201);
  };
  const namesOf = ({ events }: LiveListener): readonly string[] =>
    events.flatMap(({ event, data }) => (event === 'change' ? [data.document.Name as string] : []));

  it('tell a listener of one what is written on the other', async () => {
    const [one, two] = [await servers.start(), await servers.start()];
    const listener = await listen(one);
    await create(two, 'on two');
    await create(one, 'on one');
    await listener.until(() => ['on two', 'on one'].every((name) => namesOf(listener).includes(name)));
  });

  it('tell a WebSocket of one what is written on the other', async () => {
    const [one, two] = [await servers.start(), await servers.start()];
    const query = 'subscription { chefChanges { document { data { attributes { Name } } } } }';
    const { heard, stop } = await subscribeTo(one, query);
    await create(two, 'on two');
    await until(() => heard.some((text) => text.includes('on two')));
    await stop();
  });

  it('go on at the other after a kill, with nothing lost', async () => {
    const [one, two] = [await servers.start(), await servers.start()];
    const first = await listen(one);
    await create(two, 'name 0');
    await first.until(() => namesOf(first).includes('name 0'));
    const names = Array.from({ length: 30 }, (_, at) => `name ${at}`);
    const writing = (async () => {
      for (const name of names.slice(1)) await create(two, name);
    })();
    await first.until(() => namesOf(first).length >= 5);
    servers.programs[0]?.process.kill('SIGKILL');
    await servers.programs[0]?.ended;
    await until(() => first.isEnded());
    const next = await listen(two, first.lastId());
    await writing;
    await next.until(() => {
      const heard = new Set([...namesOf(first), ...namesOf(next)]);
      return names.every((name) => heard.has(name));
    });
    expect(next.events.filter(({ event }) => event === 'reset')).to.deep.equal([]);
    expect(new Set(namesOf(next)).has('name 0'), 'what had been heard long before').to.equal(false);
  });
});
