import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { RateCounts } from '../../../src/application/ports/rate-counts.js';
import { valueOf } from '../world.js';
import type { Cases } from './case.js';
import { until } from './until.js';

const minute = 60_000;

const counted = async (rates: RateCounts, key: string, windowMs = minute): Promise<number> =>
  valueOf(await rates.count(key, windowMs)).count;

let number = 0;
/** Returns a new key each time, because counts of earlier cases remain. */
const someKey = (): string => `${process.pid} ${++number} 2001:db8::/64 POST /auth/local`;

export const rateCountCases = {
  'each key has its own count': async ({ store: { rates } }) => {
    const [one, other] = [someKey(), someKey()];
    expect(await counted(rates, one)).to.equal(1);
    expect(await counted(rates, one)).to.equal(2);
    expect(await counted(rates, other)).to.equal(1);
    expect(await counted(rates, one)).to.equal(3);
  },
  'a window ends on time, and its remaining time is returned': async ({ store: { rates } }) => {
    const key = someKey();
    const first = valueOf(await rates.count(key, minute));
    expect(first.endsInMs).to.be.within(minute - 10_000, minute);
    const later = valueOf(await rates.count(key, 10 * minute));
    // The system clock may be set back.
    expect(later.endsInMs).to.be.at.most(first.endsInMs + 10_000);
  },
  'counting restarts after the end of a window': async ({ store: { rates } }) => {
    const key = someKey();
    const { endsInMs } = valueOf(await rates.count(key, 30));
    await sleep(endsInMs + 5);
    const next = valueOf(await rates.count(key, minute));
    expect(next.count).to.equal(1);
    expect(next.endsInMs).to.be.greaterThan(minute - 10_000);
  },
  'concurrent counts are all counted': async ({ store: { rates } }) => {
    const key = someKey();
    const counts = await Promise.all(Array.from({ length: 20 }, () => counted(rates, key)));
    expect(counts.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 20 }, (_, index) => index + 1));
  },
  'counts succeed while others forget them': async ({ store: { rates } }) => {
    const key = someKey();
    const turns = Array.from({ length: 40 }, async () => {
      valueOf(await rates.forget([key]));
      return counted(rates, key);
    });
    for (const count of await Promise.all(turns)) expect(count).to.be.within(1, 40);
  },
  'ended windows are removed, open ones are kept': async ({ store: { rates } }) => {
    let removed = 0;
    const sweep = async (): Promise<boolean> => (removed = valueOf(await rates.sweep(1000))) === 0;
    await until('A sweep that removes nothing', sweep, () => removed);
    const open = someKey();
    await counted(rates, open);
    const ended = [someKey(), someKey(), someKey()];
    for (const key of ended) await counted(rates, key, 1);
    await sleep(20);
    expect(valueOf(await rates.sweep(2))).to.equal(2);
    expect(valueOf(await rates.sweep(1000))).to.equal(1);
    expect(await counted(rates, open)).to.equal(2);
  },
  'an open window is found until it ends or is forgotten, and looking for it counts nothing': async ({
    store: { rates },
  }) => {
    const [open, ended] = [someKey(), someKey()];
    const isOpen = async (key: string): Promise<boolean> => valueOf(await rates.isOpen(key));
    expect(await isOpen(open)).to.equal(false);
    await counted(rates, open);
    await counted(rates, ended, 1);
    await sleep(20);
    expect([await isOpen(open), await isOpen(open), await isOpen(ended)]).to.deep.equal([true, true, false]);
    expect(await counted(rates, open)).to.equal(2);
    valueOf(await rates.forget([open]));
    expect(await isOpen(open)).to.equal(false);
  },
  'forgetting a key restarts its count and no other': async ({ store: { rates } }) => {
    const [one, other, third] = [someKey(), someKey(), someKey()];
    for (const key of [one, one, other, third]) await counted(rates, key);
    valueOf(await rates.forget([one, other, someKey()]));
    valueOf(await rates.forget([]));
    expect(await counted(rates, one)).to.equal(1);
    expect(await counted(rates, other)).to.equal(1);
    expect(await counted(rates, third)).to.equal(2);
  },
} satisfies Cases;
