import { expect } from 'chai';
import type { FollowerProgress, FollowerRecord } from '../../../src/application/ports/follower-store.js';
import type { LoggedChange } from '../../../src/application/ports/change-log.js';
import { valueOf, type World } from '../world.js';
import type { Cases } from './case.js';
import { until } from './until.js';

const minute = 60_000;

const claim = async ({ store }: World, name: string, holder: string, leaseMs = minute) =>
  valueOf(await store.followers.claim(name, holder, leaseMs));

const claimed = async (world: World, name: string, holder: string): Promise<FollowerRecord> =>
  (await claim(world, name, holder)) ?? expect.fail(`${holder} does not get ${name}`);

const progressOf = ({ cursor, failures, retryAt, error, aside }: FollowerRecord): FollowerProgress => ({
  cursor,
  failures,
  retryAt,
  error,
  aside,
});

export const followerCases = {
  'a follower begins after the cursor with which it was added first': async (world) => {
    const { followers } = world.store;
    expect(await claim(world, 'a', 'one')).to.equal(null);
    valueOf(await followers.add('a', 7));
    valueOf(await followers.add('a', 9));
    const { seenAt, ...record } = await claimed(world, 'a', 'one');
    expect(Math.abs(Date.parse(seenAt ?? '') - Date.now())).to.be.lessThan(minute);
    expect(record).to.deep.equal({
      name: 'a',
      cursor: 7,
      failures: 0,
      retryAt: null,
      error: null,
      aside: [],
      holder: 'one',
      revision: 0,
    });
  },
  'one holder has a follower until its lease ends or it is given back': async (world) => {
    const { followers } = world.store;
    valueOf(await followers.add('a', 0));
    valueOf(await followers.add('b', 0));
    await claimed(world, 'a', 'one');
    await claimed(world, 'a', 'one');
    expect(await claim(world, 'a', 'other')).to.equal(null);
    await claimed(world, 'b', 'other');
    valueOf(await followers.release('a', 'other'));
    expect(await claim(world, 'a', 'other')).to.equal(null);
    valueOf(await followers.release('a', 'one'));
    await claimed(world, 'a', 'other');
    valueOf(await followers.release('a', 'other'));
    await claim(world, 'a', 'one', 1);
    const holders = async () => valueOf(await followers.list()).map(({ holder }) => holder);
    let seen: readonly unknown[] = [];
    const takeOver = async (): Promise<boolean> => {
      seen = await holders();
      return (await claim(world, 'a', 'other')) !== null;
    };
    await until('The end of the lease', takeOver, () => seen);
    expect(await holders()).to.deep.equal(['other', 'other']);
  },
  'of many that claim at once, one gets the follower': async (world) => {
    valueOf(await world.store.followers.add('a', 0));
    const holders = Array.from({ length: 8 }, (_, index) => `holder ${index}`);
    const got = await Promise.all(holders.map((holder) => claim(world, 'a', holder)));
    expect(got.filter((one) => one !== null)).to.have.length(1);
  },
  'progress is saved by the holder, and only once for a revision': async (world) => {
    const { followers } = world.store;
    valueOf(await followers.add('a', 0));
    const record = await claimed(world, 'a', 'one');
    const entry = { position: 3, documentId: 'd', names: ['"$ne"', 'a.b'] } as unknown as LoggedChange;
    const progress: FollowerProgress = {
      cursor: 4,
      failures: 2,
      retryAt: '2030-01-02T03:04:05.678Z',
      error: 'no answer',
      aside: [{ entry, error: 'broken', retry: true }],
    };
    expect(valueOf(await followers.save(record, progress, 'other'))).to.equal(false);
    expect(valueOf(await followers.save(record, progress, 'one'))).to.equal(true);
    expect(valueOf(await followers.save(record, progress, 'one'))).to.equal(false);
    const after = await claimed(world, 'a', 'one');
    expect(progressOf(after)).to.deep.equal(progress);
    expect(after.revision).to.equal(1);
    expect(valueOf(await followers.save(after, { ...progress, cursor: 5 }, null))).to.equal(true);
    expect(valueOf(await followers.save(after, progress, 'one'))).to.equal(false);
    valueOf(await followers.release('a', 'one'));
    const free = valueOf(await followers.list())[0] ?? expect.fail('it is gone');
    expect([free.holder, free.cursor]).to.deep.equal([null, 5]);
    expect(valueOf(await followers.save(free, progress, 'one'))).to.equal(false);
  },
  'followers are listed by name, and removed while no holder has them': async (world) => {
    const { followers } = world.store;
    for (const name of ['b', 'c', 'a']) valueOf(await followers.add(name, 0));
    await claimed(world, 'b', 'one');
    const listed = valueOf(await followers.list());
    expect(listed.map(({ name, holder }) => [name, holder])).to.deep.equal([
      ['a', null],
      ['b', 'one'],
      ['c', null],
    ]);
    expect(listed[0]?.seenAt).to.equal(null);
    expect(valueOf(await followers.remove('b'))).to.equal(false);
    valueOf(await followers.release('b', 'one'));
    expect(valueOf(await followers.remove('b'))).to.equal(true);
    expect(valueOf(await followers.remove('b'))).to.equal(false);
    expect(await claim(world, 'b', 'one')).to.equal(null);
  },
} satisfies Cases;
