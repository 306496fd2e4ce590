import { expect } from 'chai';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { createFollowers, type Followers } from '../../../../src/application/change-log/create-followers.js';
import type { Follower, FollowerTimes } from '../../../../src/application/change-log/follower.js';
import { createFollowerService } from '../../../../src/application/change-log/manage-followers.js';
import { pruneLog } from '../../../../src/application/change-log/prune-log.js';
import { createObservations } from '../../../../src/application/observations/create-observations.js';
import type { FollowerRecord } from '../../../../src/application/ports/follower-store.js';
import type { Observation } from '../../../../src/application/ports/observations.js';
import { fixtureSchema } from '../../../contract/fixture-schema.js';
import { failureOf, valueOf } from '../../../contract/results.js';
import { createWorld, type World } from '../../../contract/world.js';
import { until } from '../../../until.js';

const times: FollowerTimes = { leaseMs: 200, pollMs: 5, firstPauseMs: 1, longestPauseMs: 2, tries: 3 };

const schema = fixtureSchema();

describe('followers of the change log', () => {
  let world: World;
  let seen: Observation[];
  let said: string[];
  let servers: Followers[];
  beforeEach(() => {
    world = createWorld(createMemoryStore({ schema }), schema);
    [seen, said, servers] = [[], [], []];
  });
  afterEach(() => Promise.all(servers.map((server) => server.stop())));

  const server = (holder: string, ...followers: readonly Follower[]): Followers =>
    serverWith(times, holder, ...followers);

  const serverWith = (own: FollowerTimes, holder: string, ...followers: readonly Follower[]): Followers => {
    const say = (message: string): void => void said.push(message);
    const log = { debug: say, info: say, warn: say, error: say };
    const observations = createObservations([
      { kinds: ['follower-step'], observe: (each) => seen.push(each) },
    ]);
    const { changes, changeSignal: signal, followers: store } = world.store;
    const { clock } = world.dependencies;
    const started = createFollowers({ changes, signal, store, clock, log, observations }, holder, own);
    for (const follower of followers) started.add(follower);
    started.start();
    servers.push(started);
    return started;
  };

  /** Notes the documentIds that it handles, unless `fails` returns an error. */
  const noting = (handled: string[], fails: (documentId: string) => boolean = () => false): Follower => ({
    name: 'noting',
    from: 'start',
    batchSize: 4,
    handle: async (entries) => {
      for (const { documentId } of entries) {
        if (fails(documentId)) throw new Error(`no ${documentId}`);
        handled.push(documentId);
      }
    },
  });

  const record = async (): Promise<FollowerRecord> =>
    valueOf(await world.store.followers.list())[0] ?? expect.fail('there is no follower');

  const service = () => createFollowerService(world.store.changes, world.store.followers);

  it('go on when the lease cannot be renewed because the store throws', async () => {
    const handled: string[] = [];
    const { claim } = world.store.followers;
    let isThrowing = false;
    let thrown = 0;
    world.store.followers.claim = (...asked) => {
      if (!isThrowing) return claim.apply(world.store.followers, asked);
      thrown += 1;
      return Promise.reject(new Error('the password of the database is another one'));
    };
    const slow: Follower = {
      ...noting(handled),
      handle: async (entries) => {
        isThrowing = true;
        await until(() => thrown > 0);
        // Until a rejection that nobody handles is told.
        await new Promise((resolve) => setTimeout(resolve, 20));
        isThrowing = false;
        handled.push(...entries.map(({ documentId }) => documentId));
      },
    };
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', note);
    server('one', slow);
    const chef = await world.create('chef', { name: 'a' });
    await until(() => handled.includes(chef));
    process.off('unhandledRejection', note);
    expect(unhandled).to.deep.equal([]);
  });

  it('handle every entry once, in order, and go on with new ones', async () => {
    const handled: string[] = [];
    const first = await world.createNamed('dish', 'a', 'b', 'c', 'd', 'e', 'f');
    server('one', noting(handled));
    await until(() => handled.length === 6);
    const more = await world.createNamed('dish', 'g', 'h');
    world.store.changeSignal.send();
    await until(() => handled.length === 8);
    expect(handled).to.deep.equal([...first, ...more]);
  });

  it('get what is written after they were registered and before they start', async () => {
    const handled: string[] = [];
    const { changes, changeSignal: signal, followers: store } = world.store;
    const { clock } = world.dependencies;
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const dependencies = { changes, signal, store, clock, log, observations: createObservations([]) };
    const followers = createFollowers(dependencies, 'one', times);
    servers.push(followers);
    followers.add({ ...noting(handled), from: 'end' });
    await world.createNamed('dish', 'before');
    await followers.register();
    const later = await world.createNamed('dish', 'after');
    followers.start();
    await until(() => handled.length > 0);
    expect(handled).to.deep.equal(later);
  });

  it('with a delay do not begin at once, except before they stop', async () => {
    const [handled, delayed]: [string[], string[]] = [[], []];
    const rarely = { ...times, pollMs: 3_600_000 };
    const slow = { ...noting(delayed), name: 'slow', delayMs: 3_600_000 };
    const running = serverWith(rarely, 'one', noting(handled), slow);
    await until(async () => valueOf(await world.store.followers.list()).length === 2);
    // The first look at the log ends in the same turn.
    await new Promise(setImmediate);
    const written = await world.createNamed('dish', 'a', 'b');
    world.store.changeSignal.send();
    await until(() => handled.length === 2);
    expect(delayed).to.deep.equal([]);
    await running.stop();
    expect(delayed).to.deep.equal(written);
  });

  it('begin after the newest entry unless they say otherwise', async () => {
    const handled: string[] = [];
    await world.createNamed('dish', 'a', 'b');
    server('one', { ...noting(handled), from: 'end' });
    await until(async () => valueOf(await world.store.followers.list()).length === 1);
    const [id] = await world.createNamed('dish', 'c');
    await until(() => handled.length > 0);
    expect(handled).to.deep.equal([id]);
  });

  it('run on one of several servers, and on another one when that stops or no longer renews', async () => {
    const handled: string[] = [];
    const one = server('one', noting(handled));
    await until(async () => (await service().list()).ok && (await record()).holder === 'one');
    server('two', noting([]), { ...noting([]), name: 'other' });
    await until(async () => valueOf(await world.store.followers.list()).length === 2);
    expect((await record()).holder).to.equal('one');
    await one.stop();
    await until(async () => (await record()).holder === 'two');
    await servers.pop()?.stop();
    valueOf(await world.store.followers.claim('noting', 'dead', 20));
    server('three', noting(handled));
    await until(async () => (await record()).holder === 'three');
  });

  it('repeat what failed after a pause, one entry at a time, and set aside what fails too often', async () => {
    const handled: string[] = [];
    const [a, b, bad, d] = await world.createNamed('dish', 'a', 'b', 'bad', 'd');
    server(
      'one',
      noting(handled, (documentId) => documentId === bad),
    );
    await until(() => handled.includes(d ?? ''));
    // The failing batch had handled the first two before it failed.
    expect(handled).to.deep.equal([a, b, a, b, d]);
    const { aside, failures } = await record();
    expect(failures).to.equal(0);
    expect(aside.map(({ entry, error }) => [entry.documentId, error])).to.deep.equal([[bad, `no ${bad}`]]);
    expect(said).to.include('the follower "noting" sets an entry aside that failed 3 times');
    const outcomes = seen.map((each) => (each.kind === 'follower-step' ? each.outcome : ''));
    expect(outcomes.filter((outcome) => outcome === 'failed')).to.have.length(4);
    expect(outcomes).to.include('set-aside');
  });

  it('get entries that were set aside again, when they are told to', async () => {
    const handled: string[] = [];
    let isBroken = true;
    const [bad, good] = await world.createNamed('dish', 'bad', 'good');
    server(
      'one',
      noting(handled, (documentId) => isBroken && documentId === bad),
    );
    await until(() => handled.includes(good ?? ''));
    isBroken = false;
    expect(valueOf(await service().retry('noting'))).to.equal(1);
    await until(() => handled.includes(bad ?? ''));
    await until(async () => (await record()).aside.length === 0);
  });

  it('skip an entry, and are moved to the start or the end of the log', async () => {
    const handled: string[] = [];
    const names = await world.createNamed('dish', 'a', 'b', 'c');
    valueOf(await world.store.followers.add('noting', 0));
    expect(valueOf(await service().skip('noting'))?.documentId).to.equal(names[0]);
    const [listed] = valueOf(await service().list());
    expect([listed?.lag, listed?.state]).to.deep.equal([2, 'not running']);
    server('one', noting(handled));
    await until(() => handled.length === 2);
    expect(handled).to.deep.equal(names.slice(1));
    await until(async () => valueOf(await service().list())[0]?.state === 'idle');
    valueOf(await service().reset('noting', 'start'));
    await until(() => handled.length === 5);
    expect(failureOf(await service().remove('noting')).message).to.include('A server works for "noting"');
    await servers.pop()?.stop();
    await world.createNamed('dish', 'd');
    valueOf(await service().reset('noting', 'end'));
    expect(valueOf(await service().skip('noting'))).to.equal(null);
    valueOf(await service().remove('noting'));
    for (const done of [service().remove('noting'), service().skip('noting'), service().retry('noting')])
      expect(failureOf(await done).message).to.include('There is no follower "noting"');
  });

  it('tell a handler that its lease is lost', async () => {
    await world.createNamed('dish', 'a');
    let told = false;
    server('one', {
      ...noting([]),
      handle: (_entries, lost) =>
        new Promise((resolve) => {
          lost.addEventListener('abort', () => {
            told = true;
            resolve();
          });
          // Another server has taken over.
          void world.store.followers
            .release('noting', 'one')
            .then(() => world.store.followers.claim('noting', 'two', 60_000));
        }),
    });
    await until(() => told);
    expect((await record()).cursor).to.equal(0);
  });

  it('keep old entries from being pruned while a server works for them, and are told otherwise', async () => {
    await world.createNamed('dish', 'a', 'b', 'c');
    const { changes, followers } = world.store;
    const [first] = valueOf(await changes.read(0, 1));
    valueOf(await followers.add('living', first?.position ?? 0));
    valueOf(await followers.claim('living', 'one', 1));
    valueOf(await followers.add('dead', 0));
    const later = { now: () => new Date(Date.now() + 3_600_000).toISOString() };
    const warn = (message: string): void => void said.push(message);
    const log = { debug() {}, info() {}, warn, error() {} };
    const prune = (days: number) =>
      pruneLog({ changes, followers, clock: later, log }, days, () => true).then(valueOf);
    // The hour makes all entries older than a part of a day, which the living follower has been seen in.
    valueOf(await followers.claim('living', 'one', 60_000));
    expect(await prune(1)).to.equal(0);
    const seenLater = { ...followers, list: async () => seeing(await followers.list(), later.now()) };
    expect(
      valueOf(await pruneLog({ changes, followers: seenLater, clock: later, log }, 0.01, () => true)),
    ).to.equal(1);
    expect(said).to.deep.equal([
      'the change log keeps entries older than 0.01 days: "living" has not handled them',
      'the follower "dead" missed changes: entries 1 to 1 were removed from the log: no server had worked for it for 0.01 days',
    ]);
    const dead = valueOf(await followers.list()).find(({ name }) => name === 'dead');
    expect(dead?.cursor).to.equal(first?.position);
    expect(await prune(0.01)).to.equal(2);
  });
});

/** The same followers, of which the living one was seen at `seenAt`. */
function seeing(
  listed: Awaited<ReturnType<World['store']['followers']['list']>>,
  seenAt: string,
): typeof listed {
  return listed.ok
    ? { ok: true, value: listed.value.map((one) => (one.name === 'living' ? { ...one, seenAt } : one)) }
    : listed;
}
