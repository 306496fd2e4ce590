import { expect } from 'chai';
import { failure } from '../../../src/domain/failure.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { err, ok, type Result } from '../../../src/domain/result.js';
import { contentTypeOf } from '../../../src/domain/schema/schema.js';
import { uidOf } from '../fixture-schema.js';
import { failureOf, valueOf, type World } from '../world.js';
import type { Cases } from './case.js';

const refused = failure('INPUT.INVALID', 'no');

/** Runs `work` in a unit of work that commits. */
const inUnit = async <T>({ store }: World, work: () => Promise<T>): Promise<T> =>
  valueOf(await store.units.run(async () => ok(await work())));

/** Runs `work` in a unit of work that is taken back. */
async function takenBack({ store }: World, work: () => Promise<unknown>): Promise<void> {
  const run = await store.units.run(async (): Promise<Result<never>> => {
    await work();
    return err(refused);
  });
  expect(failureOf(run)).to.equal(refused);
}

/** A promise to resolve. Work that waits for it runs where it began to wait. */
function signal(): { readonly given: Promise<void>; give(): void } {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
}

export const unitCases = {
  'a unit that locks documents first, of which some are missing, writes them as any other': async (world) => {
    const [first = '', second = ''] = await world.createNamed('category', 'a', 'b');
    const type = contentTypeOf(world.schema, uidOf('category'));
    const locks = [first, 'missing', second].sort().map((documentId) => ({ type, documentId }));
    await inUnit(world, async () => {
      for (const mode of ['shared', 'linked', 'exclusive'] as const)
        valueOf((await world.store.documents.lock?.(locks.map((lock) => ({ ...lock, mode })))) ?? ok(null));
      await world.update('category', second, { name: 'c' });
    });
    expect(await world.names('category')).to.have.members(['a', 'c']);
    valueOf((await world.store.documents.lock?.([])) ?? ok(null));
  },
  'a unit of work takes effect as a whole': async (world) => {
    await inUnit(world, async () => {
      const chef = await world.create('chef', { name: 'c' });
      await world.create('restaurant', { name: 'r', owner: chef });
    });
    expect(await world.names('chef')).to.deep.equal(['c']);
    expect(await world.names('restaurant')).to.deep.equal(['r']);
  },
  'a unit that fails leaves nothing behind': async (world) => {
    const [kept] = await world.createNamed('restaurant', 'kept');
    const dish = await world.create('dish', { name: 'd', restaurant: kept });
    await takenBack(world, async () => {
      const chef = await world.create('chef', { name: 'c', nick: 'n' });
      await world.update('restaurant', kept ?? '', { name: 'changed', owner: chef, dishes: [] });
      await world.delete('dish', dish);
      await world.unpublish('restaurant', kept ?? '');
    });
    expect(await world.names('chef')).to.deep.equal([]);
    expect(await world.names('restaurant')).to.deep.equal(['kept']);
    expect(await world.list('restaurant', kept ?? '', 'dishes')).to.deep.equal(['d']);
    expect(await world.linked('restaurant', kept ?? '', 'owner')).to.equal(null);
    await world.create('chef', { name: 'c2', nick: 'n' });
  },
  'a unit that throws leaves nothing behind and throws the same': async (world) => {
    const thrown = new Error('of the work');
    const run = world.store.units.run(async () => {
      await world.create('chef', { name: 'c' });
      throw thrown;
    });
    expect(await run.catch((error: unknown) => error)).to.equal(thrown);
    expect(await world.names('chef')).to.deep.equal([]);
  },
  'the work of a unit sees what it has written': async (world) => {
    await inUnit(world, async () => {
      const owner = await world.create('chef', { name: 'c' });
      const restaurant = await world.create('restaurant', { name: 'r', owner });
      expect(await world.names('chef', { count: true })).to.deep.equal(['c']);
      expect(await world.linked('restaurant', restaurant, 'owner')).to.equal('c');
      const counted = await world.documents.count(systemPrincipal, {
        type: uidOf('chef'),
        action: 'find',
        range: { offset: 0, limit: 1 },
        count: true,
        layer: 'published',
      });
      expect(valueOf(counted)).to.equal(1);
      const { id } = await world.one('chef', owner, { fields: ['id'] });
      const type = contentTypeOf(world.schema, uidOf('chef'));
      const identified = valueOf(await world.store.documents.identify(type, [Number(id)]));
      expect(identified.get(Number(id))).to.equal(owner);
    });
  },
  'nobody else sees a unit before its commit': async (world) => {
    const [written, looked] = [signal(), signal()];
    const seen = written.given.then(() => world.names('chef'));
    const unit = takenBack(world, async () => {
      await world.create('chef', { name: 'a' });
      written.give();
      // The other read has begun when this resolves; some stores answer it only after the unit.
      setImmediate(looked.give);
      await looked.given;
      await world.create('chef', { name: 'b' });
    });
    await unit;
    expect(await seen).to.deep.equal([]);
  },
  'a refused write leaves the rest of its unit': async (world) => {
    await world.create('chef', { name: 'a', nick: 'ann' });
    await inUnit(world, async () => {
      const chef = await world.create('chef', { name: 'b', nick: 'ben' });
      const taken = await world.refused('chef', chef, { name: 'x', nick: 'ann' });
      expect(taken.message).to.equal('This attribute must be unique');
      const missing = await world.refused('restaurant', 'nobodynobodynobodynobody', { name: 'x' });
      expect(missing.code).to.equal('DOCUMENT.NOT_FOUND');
      const created = await world.documents.create(systemPrincipal, {
        kind: 'create',
        type: uidOf('chef'),
        layer: 'published',
        data: { name: 'c', nick: 'ben' },
        answer: {},
      });
      expect(failureOf(created).message).to.equal('This attribute must be unique');
      await world.create('restaurant', { name: 'r', owner: chef });
    });
    expect(await world.names('chef')).to.have.members(['a', 'b']);
    expect(await world.names('restaurant')).to.deep.equal(['r']);
  },
  'a unit inside a unit ends with the outer one': async (world) => {
    const { units } = world.store;
    await takenBack(world, async () => {
      const outer = units.current();
      await inUnit(world, () => world.create('chef', { name: 'inner' }));
      expect(units.current()).to.equal(outer).and.not.equal(undefined);
      expect(await world.names('chef')).to.deep.equal(['inner']);
    });
    expect(units.current()).to.equal(undefined);
    expect(await world.names('chef')).to.deep.equal([]);
    await inUnit(world, async () => {
      const inner = await units.run(async (unit) => {
        await world.create('chef', { name: 'kept' });
        await unit.rollback();
        return err(refused);
      });
      expect(failureOf(inner)).to.equal(refused);
    });
    expect(await world.names('chef')).to.deep.equal(['kept']);
  },
  'calls of one unit may be made at once': async (world) => {
    const names = Array.from({ length: 8 }, (_, index) => `c${index}`);
    await inUnit(world, () => Promise.all(names.map((name) => world.create('chef', { name }))));
    expect(await world.names('chef')).to.have.members(names);
  },
  'what is not awaited is on its own after the end': async (world) => {
    const ended = signal();
    let late: Promise<unknown> = Promise.resolve();
    await takenBack(world, async () => {
      late = ended.given.then(() => world.create('chef', { name: 'late' }));
    });
    await takenBack(world, async () => {
      await world.create('dish', { name: 'd' });
      ended.give();
    });
    await late;
    expect(await world.names('chef')).to.deep.equal(['late']);
    expect(await world.names('dish')).to.deep.equal([]);
  },
  'late calls of a unit that was taken back with a refusal are refused': async (world) => {
    const ended = signal();
    let late: Promise<Result<unknown>> = Promise.resolve(ok(null));
    await takenBack(world, async () => {
      const { store, documents } = world;
      late = ended.given.then(() =>
        documents.delete(systemPrincipal, {
          kind: 'delete',
          type: uidOf('chef'),
          documentId: 'a',
          locale: '*',
        }),
      );
      await store.units.current()?.rollback(refused);
    });
    ended.give();
    expect(failureOf(await late)).to.equal(refused);
  },
  'units that write the same documents all take effect': async (world) => {
    const [a, b] = await world.createNamed('restaurant', 'a', 'b');
    const chefs = await world.createNamed('chef', 'c0', 'c1', 'c2', 'c3');
    const pair = [a ?? '', b ?? ''];
    await Promise.all(
      chefs.map((chef, index) =>
        inUnit(world, async () => {
          // Half of the units write them in the opposite order.
          for (const each of index % 2 === 0 ? pair : pair.toReversed())
            await world.update('restaurant', each, { guests: { connect: [chef] } });
        }),
      ),
    );
    for (const each of pair)
      expect(await world.list('restaurant', each, 'guests')).to.have.members(['c0', 'c1', 'c2', 'c3']);
  },
  'callbacks run after the end of the unit, in order': async (world) => {
    const called: string[] = [];
    const register = (): void => {
      const unit = world.store.units.current();
      unit?.onCommit(() => called.push('committed'));
      unit?.onCommit(() => called.push('then'));
      unit?.onRollback(() => called.push('taken back'));
    };
    await inUnit(world, async () => {
      register();
      await inUnit(world, () => world.create('chef', { name: 'c' }));
      expect(called).to.deep.equal([]);
    });
    expect(called.splice(0)).to.deep.equal(['committed', 'then']);
    await takenBack(world, async () => register());
    expect(called).to.deep.equal(['taken back']);
    expect(world.store.units.current()).to.equal(undefined);
  },
  'a unit can be ended early, and what follows is on its own': async (world) => {
    await takenBack(world, async () => {
      const unit = world.store.units.current();
      await world.create('chef', { name: 'committed' });
      valueOf((await unit?.commit()) ?? ok(undefined));
      await world.create('chef', { name: 'alone' });
    });
    await inUnit(world, async () => {
      await world.create('dish', { name: 'taken back' });
      await world.store.units.current()?.rollback();
      await world.create('dish', { name: 'alone' });
    });
    expect(await world.names('chef')).to.have.members(['committed', 'alone']);
    expect(await world.names('dish')).to.deep.equal(['alone']);
  },
  'changes of access join the unit, and other servers see them after its commit': async (world) => {
    const { access } = world.store;
    const roles = async () => valueOf(await access.load()).roles.map(({ name }) => name);
    const before = valueOf(await access.revision());
    await takenBack(world, async () => {
      valueOf(await access.change({ addRoles: ['cook'] }));
      valueOf(await access.change({ grant: [{ role: 'cook', type: uidOf('chef'), actions: ['find'] }] }));
    });
    expect(await roles()).to.not.include('cook');
    expect(valueOf(await access.revision())).to.equal(before);
    await inUnit(world, async () => {
      valueOf(await access.change({ addRoles: ['cook'] }));
      expect(await roles()).to.not.include('cook');
    });
    expect(await roles()).to.include('cook');
    valueOf(await access.change({ removeRoles: ['cook'] }));
  },
} satisfies Cases;
