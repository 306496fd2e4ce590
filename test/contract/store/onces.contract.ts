import { expect } from 'chai';
import { createDocuments } from '../../../src/application/documents/documents.js';
import { failure } from '../../../src/domain/failure.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { err, type Result } from '../../../src/domain/result.js';
import type { Json } from '../../../src/domain/schema/schema.js';
import { uidOf } from '../schema-files.js';
import { failureOf, textOf, valueOf, type Data, type World } from '../world.js';
import { atOnce } from './at-once.js';
import type { Cases } from './case.js';

let number = 0;
/** Returns a new key each time, because keys of earlier cases remain. */
const someKey = (): string => `${process.pid}f${++number}`.padStart(64, '0');

/** Creates a restaurant under a key, as a request that may come again. */
const creating =
  (world: World, key: string, now = '2030-01-01T12:00:00.000Z') =>
  async (data: Data, request = 'a'): Promise<Result<string>> => {
    const { values, units } = world.store;
    const documents = createDocuments({
      ...world.dependencies,
      clock: { now: () => now },
      onces: { values, units },
    });
    const created = await documents.create(systemPrincipal, {
      kind: 'create',
      type: uidOf('restaurant'),
      layer: 'draft',
      data,
      answer: { fields: ['documentId'] },
      once: { key, request },
    });
    return created.ok
      ? { ok: true, value: textOf(created.value.answer.documents()[0]?.['documentId']) }
      : created;
  };

const count = async (world: World): Promise<number> => (await world.drafts.find('restaurant')).length;

export const onceCases = {
  'a creation that comes again answers the same document': async (world) => {
    const create = creating(world, someKey());
    const id = valueOf(await create({ name: 'a' }));
    await world.drafts.one('restaurant', id);
    expect(valueOf(await create({ name: 'a' }))).to.equal(id);
    expect(await count(world)).to.equal(1);
  },
  'of creations at once with one key, one takes place': async (world) => {
    const create = creating(world, someKey());
    const ids = await atOnce(6, async () => valueOf(await create({ name: 'a' })));
    expect(new Set(ids).size).to.equal(1);
    expect(await count(world)).to.equal(1);
  },
  'a key that came with another request is refused': async (world) => {
    const create = creating(world, someKey());
    valueOf(await create({ name: 'a' }));
    expect(failureOf(await create({ name: 'b' }, 'b')).code).to.equal('INPUT.KEY_REUSED');
    expect(await count(world)).to.equal(1);
  },
  'a creation that fails leaves no key behind': async (world) => {
    const create = creating(world, someKey());
    expect((await create({ nothing: 'a' })).ok).to.equal(false);
    valueOf(await create({ name: 'a' }, 'b'));
    expect(await count(world)).to.equal(1);
  },
  'a creation whose unit of work is taken back leaves no key behind': async (world) => {
    const create = creating(world, someKey());
    const lost = await world.store.units.run(async (): Promise<Result<never>> => {
      valueOf(await create({ name: 'a' }));
      return err(failure('INPUT.INVALID', 'taken back'));
    });
    expect([lost.ok, await count(world)]).to.deep.equal([false, 0]);
    valueOf(await create({ name: 'a' }));
    expect(await count(world)).to.equal(1);
  },
  'a key names another document after a day, also for creations at once': async (world) => {
    const key = someKey();
    const id = valueOf(await creating(world, key)({ name: 'a' }));
    const later = creating(world, key, '2030-01-02T12:00:00.001Z');
    const ids = await atOnce(4, async () => valueOf(await later({ name: 'b' }, 'b')));
    expect(new Set([id, ...ids]).size).to.equal(2);
    expect(await count(world)).to.equal(2);
  },
  'old keys are removed by later ones': async (world) => {
    const { values } = world.store;
    const old = `abc1${someKey().slice(4)}`;
    valueOf(await creating(world, old)({ name: 'a' }));
    const kept = async (): Promise<boolean> => valueOf(await values.get(`once abc ${old}`)) !== null;
    expect(await kept()).to.equal(true);
    const now = '2030-01-03T12:00:00.000Z';
    valueOf(await creating(world, `abc0${someKey().slice(4)}`, now)({ name: 'b' }));
    expect(await kept()).to.equal(false);
  },
  'a document that was deleted meanwhile is not found again': async (world) => {
    const create = creating(world, someKey());
    const id = valueOf(await create({ name: 'a' }));
    await world.delete('restaurant', id);
    expect(failureOf(await create({ name: 'a' })).code).to.equal('DOCUMENT.NOT_FOUND');
    expect(await count(world)).to.equal(0);
  },
  'a value is claimed once': async ({ store: { values } }) => {
    const key = `app ${someKey()}`;
    expect(valueOf(await values.claim(key, { one: 1 }))).to.equal(null);
    expect(valueOf(await values.claim(key, { two: 2 }))).to.deep.equal({ one: 1 });
    valueOf(await values.remove(key));
    expect(valueOf(await values.claim(key, 'three'))).to.equal(null);
    expect(valueOf(await values.get(key))).to.equal('three');
  },
  'of units that claim a value at once, one gets it and the others see it': async ({
    store: { values, units },
  }) => {
    const key = `app ${someKey()}`;
    const before = await atOnce(6, async (n): Promise<Json> =>
      valueOf(await units.run(async () => values.claim(key, `n${n}`))),
    );
    const winner = before.findIndex((value) => value === null);
    expect(valueOf(await values.get(key))).to.equal(`n${winner}`);
    expect(before.filter((value) => value === `n${winner}`)).to.have.length(5);
  },
} satisfies Cases;
