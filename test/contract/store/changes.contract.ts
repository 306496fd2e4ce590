import { expect } from 'chai';
import type { LoggedChange } from '../../../src/application/ports/change-log.js';
import { failure } from '../../../src/domain/failure.js';
import { grantsOf, type Principal } from '../../../src/domain/permission/permission.js';
import { err, ok } from '../../../src/domain/result.js';
import { uidOf, type TypeName } from '../schema-files.js';
import { failureOf, valueOf, type World } from '../world.js';
import type { Cases } from './case.js';
import { holdOpen } from './hold-open.js';
import { until } from './until.js';

const readAll = async ({ store }: World, after = 0): Promise<readonly LoggedChange[]> =>
  valueOf(await store.changes.read(after, 10_000));

const storyOf = (entries: readonly LoggedChange[]): readonly unknown[] =>
  entries.map(({ action, documentId, layers, locale }) => [action, documentId, layers.join(), locale]);

const called = (name: string): Principal => ({ kind: 'token', name, grants: { kind: 'all' } });

const update = (type: TypeName, documentId: string, data: object) =>
  ({
    kind: 'update',
    type: uidOf(type),
    documentId,
    layer: 'published',
    data,
    answer: { fields: ['documentId'] },
  }) as const;

/** Reads on after each entry that it has, `limit` entries at a time, until it has `count`. */
async function follow({ store }: World, count: number, limit: number): Promise<readonly LoggedChange[]> {
  const seen: LoggedChange[] = [];
  const readOn = async (): Promise<boolean> => {
    seen.push(...valueOf(await store.changes.read(seen.at(-1)?.position ?? 0, limit)));
    return seen.length >= count;
  };
  await until(`${count} entries`, readOn, () => seen);
  return seen;
}

const distinct = (values: readonly unknown[]): number => new Set(values).size;

export const changeCases = {
  'the entry of a write names what was written by whom, never a value': async (world) => {
    const kai: Principal = {
      kind: 'user',
      name: 'kai',
      grants: { kind: 'all' },
      user: { id: 7, documentId: 'k'.repeat(24) },
      origin: '2001:db8::1',
    };
    const id = await world.create('dish', { name: 'a' });
    valueOf(
      await world.documents.update(kai, update('dish', id, { name: 'Kept to itself', restaurant: null })),
    );
    const [first, entry] = await readAll(world);
    const { position, transaction, at, ...rest } = entry ?? expect.fail('there is no entry');
    expect(position).to.be.greaterThan(first?.position ?? 0);
    expect(transaction).not.to.equal(first?.transaction);
    expect(Math.abs(Date.parse(at) - Date.now())).to.be.lessThan(60_000);
    expect({ ...rest, names: [...rest.names].sort() }).to.deep.equal({
      action: 'update',
      type: uidOf('dish'),
      documentId: id,
      locale: null,
      layers: ['published'],
      actor: { kind: 'user', name: 'kai', documentId: 'k'.repeat(24) },
      names: ['name', 'restaurant'],
    });
  },
  'every kind of write is logged, with the layers that it changes': async (world) => {
    const { drafts } = world;
    const id = await drafts.create('restaurant', { name: 'a' });
    await drafts.update('restaurant', id, { name: 'b' });
    await world.publish('restaurant', id);
    await world.update('restaurant', id, { name: 'c' });
    await drafts.update('restaurant', id, { name: 'd' });
    await world.discard('restaurant', id);
    await world.unpublish('restaurant', id);
    await world.delete('restaurant', id);
    const page = await world.put('settings', { name: 'f' });
    expect(storyOf(await readAll(world))).to.deep.equal([
      ['create', id, 'draft', null],
      ['update', id, 'draft', null],
      ['publish', id, 'published', null],
      ['update', id, 'draft,published', null],
      ['update', id, 'draft', null],
      ['discardDraft', id, 'draft', null],
      ['unpublish', id, 'published', null],
      ['delete', id, 'draft,published', null],
      ['update', page, 'published', null],
    ]);
  },
  'a write of one locale is logged with it, and so is the first one of a translation': async (world) => {
    const id = await world.create('article', { name: 'a' });
    await world.in('fr').update('article', id, { name: 'b' });
    await world.in('fr').delete('article', id);
    await world.in('*').delete('article', id);
    const locales = (await readAll(world)).map(({ action, locale }) => [action, locale]);
    expect(locales).to.deep.equal([
      ['create', 'en'],
      ['update', 'fr'],
      ['delete', 'fr'],
      ['delete', null],
    ]);
  },
  'a write with links is one entry, of the document that was written': async (world) => {
    const [one, other] = await world.createNamed('dish', 'a', 'b');
    const id = await world.create('restaurant', { name: 'r', dishes: [one], flagship: one });
    await world.update('dish', other ?? '', { restaurant: id });
    const last = (await readAll(world)).slice(2);
    expect(last.map(({ documentId, names }) => [documentId, [...names].sort().join()])).to.deep.equal([
      [id, 'dishes,flagship,name'],
      [other, 'restaurant'],
    ]);
  },
  'a refused write has no entry': async (world) => {
    const nobody = 'z'.repeat(24);
    await world.create('chef', { nick: 'taken' });
    const chef = await world.create('chef', { nick: 'free' });
    const restaurant = await world.create('restaurant', { name: 'r' });
    const before = (await readAll(world)).length;
    await world.refused('dish', nobody, { name: 'x' });
    await world.refused('restaurant', nobody, { name: 'x' });
    await world.refused('chef', chef, { nick: 'taken' });
    await world.refused('restaurant', restaurant, { dishes: [nobody] });
    failureOf(await world.move('publish', 'restaurant', nobody));
    const limited = { ...called('limited'), grants: grantsOf([]) };
    failureOf(await world.documents.update(limited, update('chef', chef, { nick: 'x' })));
    expect(await readAll(world)).to.have.length(before);
  },
  'a write that finds nothing to change has no entry': async (world) => {
    const id = await world.drafts.create('restaurant', { name: 'never published' });
    await world.unpublish('restaurant', id);
    await world.delete('restaurant', 'z'.repeat(24));
    await world.delete('dish', 'z'.repeat(24));
    expect(storyOf(await readAll(world))).to.deep.equal([['create', id, 'draft', null]]);
  },
  'a unit of work is logged in its order, as one transaction, and not if it is taken back': async (world) => {
    const { units } = world.store;
    const gone = failure('INPUT.INVALID', 'no');
    await units.run(async () => {
      await world.create('dish', { name: 'gone' });
      return err(gone);
    });
    valueOf(
      await units.run(async () => {
        const [dish] = await world.createNamed('dish', 'a', 'b');
        await world.update('dish', dish ?? '', { name: 'c' });
        await world.refused('dish', 'z'.repeat(24), { name: 'x' });
        expect(await readAll(world)).to.have.length(0);
        return ok(null);
      }),
    );
    const entries = await readAll(world);
    expect(entries.map(({ action }) => action)).to.deep.equal(['create', 'create', 'update']);
    expect(distinct(entries.map(({ transaction }) => transaction))).to.equal(1);
  },
  'a reader misses no entry of a write that was open while later ones were committed': async (world) => {
    const end = await holdOpen(world);
    const later = Promise.all(Array.from({ length: 5 }, () => world.create('dish', { name: 'later' })));
    const seen: LoggedChange[] = [];
    const readOn = async (): Promise<boolean> => {
      const next = valueOf(await world.store.changes.read(seen.at(-1)?.position ?? 0, 2));
      seen.push(...next);
      return seen.length >= 6;
    };
    // The memory store makes later writes wait for the open one.
    for (let turn = 0; turn < 50 && seen.length < 5; turn++) await readOn();
    await end();
    await later;
    await until('6 entries', readOn, () => seen);
    await readOn();
    expect(distinct(seen.map(({ documentId }) => documentId))).to.equal(6);
    expect(seen).to.have.length(6);
  },
  'what is read after the end has the writes that were open then': async (world) => {
    const { changes } = world.store;
    const end = await holdOpen(world);
    const beside = world.create('dish', { name: 'beside' });
    // The memory store makes it wait for the open one.
    for (let turn = 0; turn < 20; turn++) valueOf(await changes.end());
    const last = valueOf(await changes.end());
    await end();
    const id = await beside;
    const types = (await readAll(world, last)).map(({ type }) => type);
    expect(types).to.include(uidOf('chef'));
    // On PostgreSQL it comes after the end too, although it was committed before.
    const entries = (await readAll(world)).filter(({ documentId }) => documentId === id);
    expect(entries).to.have.length(1);
  },
  'entries of one document have the order of its writes': async (world) => {
    const id = await world.create('restaurant', { name: 'r' });
    const names = Array.from({ length: 16 }, (_, index) => `writer ${index}`);
    const dishes = await world.createNamed('dish', ...names);
    await Promise.all(
      names.map(async (name, index) => {
        const data = { dishes: { connect: [dishes[index]] } };
        valueOf(await world.documents.update(called(name), update('restaurant', id, data)));
      }),
    );
    const logged = (await readAll(world)).filter(({ action }) => action === 'update');
    // Each writer connects at the end of the list.
    const order = await world.list('restaurant', id, 'dishes');
    expect(logged.map(({ actor }) => actor.name)).to.deep.equal(order);
  },
  '4 readers lose and repeat nothing beside 16 writers': async (world) => {
    const shared = await world.createNamed('dish', 'a', 'b', 'c');
    const write = async (writer: number): Promise<void> => {
      for (let turn = 0; turn < 6; turn++) {
        const id = await world.create('chef', { name: `${writer} ${turn}` });
        await world.update('dish', shared[turn % 3] ?? '', { name: `${writer}` });
        if (turn % 2 === 0) await world.delete('chef', id);
      }
    };
    const count = 3 + 16 * (6 + 6 + 3);
    const [[first = [], ...others]] = await Promise.all([
      Promise.all([1, 7, 50, 1_000].map((limit) => follow(world, count, limit))),
      Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer))),
    ]);
    const positions = first.map(({ position }) => position);
    expect(positions).to.deep.equal([...new Set(positions)].sort((a, b) => a - b));
    expect(first).to.have.length(count);
    for (const other of others) expect(other).to.deep.equal(first);
    const made = first.findIndex(({ action }) => action === 'delete');
    expect(first.findIndex(({ documentId }) => documentId === first[made]?.documentId)).to.be.lessThan(made);
  },
  'readers that read at once all find what was written before': async (world) => {
    for (let turn = 1; turn <= 20; turn += 1) {
      const last = valueOf(await world.store.changes.end());
      const id = await world.create('dish', { name: `dish ${turn}` });
      const readers = Array.from({ length: 5 }, () => readAll(world, last));
      for (const entries of await Promise.all(readers))
        expect(entries.map(({ documentId }) => documentId)).to.deep.equal([id]);
    }
  },
  'the log has an end, and what is read after it is new': async (world) => {
    const { changes } = world.store;
    const start = valueOf(await changes.end());
    expect(await readAll(world, start)).to.deep.equal([]);
    await world.createNamed('dish', 'a', 'b');
    const end = valueOf(await changes.end());
    expect((await readAll(world)).at(-1)?.position).to.equal(end);
    expect(await readAll(world, end)).to.deep.equal([]);
    const id = await world.create('dish', { name: 'c' });
    expect((await readAll(world, end)).map(({ documentId }) => documentId)).to.deep.equal([id]);
  },
  'pruning removes the oldest entries, up to a time, a position and a number': async (world) => {
    const { changes } = world.store;
    await world.createNamed('dish', 'a', 'b', 'c', 'd', 'e');
    const entries = await readAll(world);
    const [, second, third, fourth] = entries;
    const future = '2999-01-01T00:00:00.000Z';
    const prune = async (before: string, upTo: number, limit: number) =>
      valueOf(await changes.prune(before, upTo, limit));
    expect(await prune('2000-01-01T00:00:00.000Z', Number.MAX_SAFE_INTEGER, 10)).to.deep.equal({
      removed: 0,
      last: 0,
    });
    expect(await prune(future, third?.position ?? 0, 2)).to.deep.equal({
      removed: 2,
      last: second?.position,
    });
    expect(await prune(future, third?.position ?? 0, 2)).to.deep.equal({ removed: 1, last: third?.position });
    expect(await prune(future, third?.position ?? 0, 2)).to.deep.equal({ removed: 0, last: 0 });
    expect((await readAll(world))[0]).to.deep.equal(fourth);
    expect(await prune(fourth?.at ?? '', Number.MAX_SAFE_INTEGER, 10)).to.deep.equal({ removed: 0, last: 0 });
    expect((await prune(future, Number.MAX_SAFE_INTEGER, 10)).removed).to.equal(2);
    await world.create('dish', { name: 'f' });
    const [last] = await readAll(world);
    expect(last?.position).to.be.greaterThan(entries.at(-1)?.position ?? 0);
  },
  'the start of the log lies before its oldest entry, also when all are removed': async (world) => {
    const { changes } = world.store;
    const future = '2999-01-01T00:00:00.000Z';
    await world.createNamed('dish', 'a', 'b');
    const [first, second] = await readAll(world);
    expect(valueOf(await changes.start())).to.equal((first?.position ?? 0) - 1);
    valueOf(await changes.prune(future, first?.position ?? 0, 10));
    expect(valueOf(await changes.start())).to.equal((second?.position ?? 0) - 1);
    valueOf(await changes.prune(future, Number.MAX_SAFE_INTEGER, 10));
    expect(valueOf(await changes.start())).to.equal(second?.position);
  },
  'the identity of the log stays, whatever is written and removed': async (world) => {
    const { changes } = world.store;
    const identity = valueOf(await changes.identity());
    expect(identity).not.to.equal('');
    await world.createNamed('dish', 'a', 'b');
    valueOf(await changes.prune('2999-01-01T00:00:00.000Z', Number.MAX_SAFE_INTEGER, 10));
    expect(valueOf(await changes.identity())).to.equal(identity);
  },
  'a signal wakes everyone who listens, and nobody who has ended': async (world) => {
    const { changeSignal } = world.store;
    const woken: string[] = [];
    const listeners = ['one', 'other'].map((name) => changeSignal.listen(() => woken.push(name)));
    changeSignal.send();
    expect(woken.filter((name) => name === 'one')).not.to.deep.equal([]);
    expect(woken.filter((name) => name === 'other')).not.to.deep.equal([]);
    for (const end of listeners) end();
    const before = woken.length;
    changeSignal.send();
    await world.create('dish', { name: 'a' });
    expect(woken).to.have.length(before);
  },
} satisfies Cases;
