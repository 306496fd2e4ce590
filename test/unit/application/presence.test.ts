import { expect } from 'chai';
import { createPresence, presencePrefix, type Visitor } from '../../../src/application/presence/presence.js';
import type { KeptValue } from '../../../src/application/ports/key-value-store.js';
import type { Json } from '../../../src/domain/schema/schema.js';
import { ok } from '../../../src/domain/result.js';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const times = { pollMs: 5, leaseMs: 20_000, renewMs: 8_000, graceMs: 3_000 };
const [ana, ben] = [
  { documentId: 'a', name: 'Ana', field: null },
  { documentId: 'b', name: 'Ben', field: null },
];

/** Servers of one database, and a clock that moves when told. */
function openWorld() {
  const kept = new Map<string, Json>();
  let now = 0;
  const values = {
    set: async (key: string, value: Json) => ok(void kept.set(key, value)),
    remove: async (key: string) => ok(void kept.delete(key)),
    all: async (prefix = '') =>
      ok([...kept].flatMap(([key, value]): KeptValue[] => (key.startsWith(prefix) ? [{ key, value }] : []))),
  };
  const clock = { now: () => new Date(now).toISOString() };
  return {
    kept,
    pass: (ms: number) => void (now += ms),
    server: (name: string) => createPresence({ values, clock, log }, name, times),
  };
}

/** Keeps what is told, and waits for it. */
function listen() {
  const told: string[] = [];
  return {
    told,
    tell: (others: readonly Visitor[]) =>
      void told.push(others.map(({ name, field }) => (field === null ? name : `${name} in ${field}`)).join()),
    async until(last: string): Promise<void> {
      while (told.at(-1) !== last) await new Promise((resolve) => setTimeout(resolve, 2));
    },
  };
}

describe('presence in an entry', () => {
  it('is told to others there, on any server, and not to oneself or elsewhere', async () => {
    const world = openWorld();
    const [one, other] = [world.server('1'), world.server('2')];
    const [toAna, toBen, apart] = [listen(), listen(), listen()];
    one.enter('entry', ana, toAna.tell);
    one.enter('entry', ana, () => {});
    one.enter('other', ben, apart.tell);
    await toAna.until('');
    await apart.until('');
    const leave = other.enter('entry', ben, toBen.tell);
    await toAna.until('Ben');
    await toBen.until('Ana');
    leave();
    world.pass(2_900);
    other.enter('entry', ben, toBen.tell);
    world.pass(200);
    await toBen.until('Ana');
    expect(toAna.told).to.deep.equal(['', 'Ben']);
    expect(apart.told).to.deep.equal(['']);
    await Promise.all([one.stop(), other.stop()]);
    expect([...world.kept]).to.deep.equal([]);
  });

  it('tells in which field somebody is: where they went last, on whatever server', async () => {
    const world = openWorld();
    const [one, other] = [world.server('1'), world.server('2')];
    const toAna = listen();
    one.enter('entry', ana, toAna.tell);
    const leave = other.enter('entry', { ...ben, field: 'Title' }, () => {});
    await toAna.until('Ben in Title');
    world.pass(10);
    // As the lists of servers come in any order.
    const leaveAgain = one.enter('entry', { ...ben, field: 'Text' }, () => {});
    leave();
    await toAna.until('Ben in Text');
    world.pass(10);
    other.enter('entry', ben, () => {});
    leaveAgain();
    await toAna.until('Ben');
    world.pass(3_100);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(toAna.told.slice(-3)).to.deep.equal(['Ben in Title', 'Ben in Text', 'Ben']);
    // A server of another release says nothing about fields.
    const until = new Date(Date.parse('1970-01-01') + 20_000).toISOString();
    world.kept.set(`${presencePrefix}old`, { until, visits: [['entry', 'c', 'Cleo']] });
    await toAna.until('Ben,Cleo');
    await Promise.all([one.stop(), other.stop()]);
  });

  it('ends a moment after the visit, and with the list of a server that is gone', async () => {
    const world = openWorld();
    const [one, other] = [world.server('1'), world.server('2')];
    const toAna = listen();
    one.enter('entry', ana, toAna.tell);
    const leave = other.enter('entry', ben, () => {});
    await toAna.until('Ben');
    leave();
    world.pass(3_100);
    await toAna.until('');
    const until = new Date(Date.parse('1970-01-01') + 10_000).toISOString();
    world.kept.set(`${presencePrefix}gone`, { until, visits: [['entry', 'c', 'Cleo']] });
    await toAna.until('Cleo');
    world.pass(10_000);
    await toAna.until('');
    world.pass(61_000);
    while (world.kept.has(`${presencePrefix}gone`)) await new Promise((resolve) => setTimeout(resolve, 2));
    await one.stop();
    await other.stop();
  });
});
