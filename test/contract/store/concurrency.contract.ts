import { expect } from 'chai';
import { asc } from '../questions.js';
import type { World } from '../world.js';
import { atOnce, separateChanges } from './at-once.js';
import type { Cases } from './case.js';

const writers = [2, 16];

const named = (world: World, type: 'category' | 'dish' | 'restaurant', count: number, prefix: string) =>
  world.createNamed(type, ...Array.from({ length: count }, (_, index) => `${prefix}${index}`));

export const concurrencyCases = {
  'concurrent appends to one list are all kept': async (world) => {
    for (const count of writers) {
      const ids = await named(world, 'category', count, `append${count}-`);
      const id = await world.create('restaurant', {});
      await atOnce(count, (index) =>
        world.update('restaurant', id, { categories: { connect: [ids[index]] } }),
      );
      const list = await world.list('restaurant', id, 'categories');
      expect(list).to.have.members(Array.from({ length: count }, (_, index) => `append${count}-${index}`));
    }
  },
  'concurrent appends from both sides are all kept': async (world) => {
    const categories = await named(world, 'category', 8, 'c');
    const restaurants = await named(world, 'restaurant', 8, 'r');
    await atOnce(16, (index) =>
      index % 2 === 0
        ? world.update('restaurant', String(restaurants[0]), {
            categories: { connect: [categories[index / 2]] },
          })
        : world.update('category', String(categories[0]), {
            restaurants: { connect: [restaurants[(index - 1) / 2]] },
          }),
    );
    expect(await world.list('restaurant', String(restaurants[0]), 'categories')).to.have.length(8);
    expect(await world.list('category', String(categories[0]), 'restaurants')).to.have.length(8);
  },
  'concurrent writers that connect before the same item all end up before it, once': async (world) => {
    for (const count of writers) {
      const [last = ''] = await world.createNamed('category', `last${count}`);
      const ids = await named(world, 'category', count, `before${count}-`);
      const id = await world.create('restaurant', { categories: [last] });
      await atOnce(count, (index) => {
        const connect = [{ documentId: ids[index], position: { before: last } }];
        return world.update('restaurant', id, { categories: { connect } });
      });
      const list = await world.list('restaurant', id, 'categories');
      expect(list.at(-1)).to.equal(`last${count}`);
      expect(new Set(list).size).to.equal(count + 1);
      expect(list).to.have.length(count + 1);
      const [again = ''] = await world.createNamed('category', `again${count}`);
      await world.update('restaurant', id, {
        categories: { connect: [{ documentId: again, position: { after: ids[0] } }] },
      });
      const before = await world.list('restaurant', id, 'categories');
      expect(before.indexOf(`again${count}`)).to.equal(before.indexOf(`before${count}-0`) + 1);
    }
  },
  'concurrent writers that set one list leave one of their lists, complete and in order': async (world) => {
    for (const count of writers) {
      const ids = await named(world, 'category', 4, `set${count}-`);
      const id = await world.create('restaurant', { categories: ids });
      const lists = Array.from({ length: count }, (_, index) => {
        const turned = [...ids.slice(index % 4), ...ids.slice(0, index % 4)];
        return index < 8 ? turned : turned.slice(0, 3);
      });
      await atOnce(count, (index) => world.update('restaurant', id, { categories: lists[index] }));
      const names = lists.map((list) => list.map((each) => `set${count}-${ids.indexOf(each)}`));
      expect(names).to.deep.include(await world.list('restaurant', id, 'categories'));
    }
  },
  'concurrent writers that connect the same one-to-one target leave one holder': async (world) => {
    for (const count of writers) {
      const [prize = ''] = await world.createNamed('dish', `prize${count}`);
      const ids = await named(world, 'restaurant', count, `taker${count}-`);
      await atOnce(count, (index) => world.update('restaurant', String(ids[index]), { flagship: prize }));
      const held = await Promise.all(ids.map((id) => world.linked('restaurant', id, 'flagship')));
      expect(held.filter((name) => name !== null)).to.deep.equal([`prize${count}`]);
      expect(await world.linked('dish', prize, 'flagshipOf')).to.match(new RegExp(`^taker${count}-`));
    }
  },
  'concurrent writers that connect the same target of a one-to-many leave one holder': async (world) => {
    const [prize = ''] = await world.createNamed('dish', 'prize');
    const ids = await named(world, 'restaurant', 16, 'taker');
    await atOnce(16, (index) =>
      world.update('restaurant', String(ids[index]), { dishes: { connect: [prize] } }),
    );
    const lists = await Promise.all(ids.map((id) => world.list('restaurant', id, 'dishes')));
    expect(lists.flat()).to.deep.equal(['prize']);
  },
  'concurrent writers that swap one-to-ones leave every document with at most one': async (world) => {
    const dishes = await named(world, 'dish', 4, 'd');
    const restaurants = await named(world, 'restaurant', 4, 'r');
    await atOnce(16, (index) =>
      world.update('restaurant', String(restaurants[index % 4]), {
        flagship: dishes[(index * 7 + Math.floor(index / 4)) % 4],
      }),
    );
    const held = await Promise.all(restaurants.map((id) => world.linked('restaurant', id, 'flagship')));
    const taken = held.filter((name) => name !== null);
    expect(new Set(taken).size).to.equal(taken.length);
    for (const [index, id] of dishes.entries()) {
      const holder = await world.linked('dish', id, 'flagshipOf');
      expect(holder).to.equal(held.includes(`d${index}`) ? `r${held.indexOf(`d${index}`)}` : null);
    }
  },
  'concurrent changes of different attributes of one document are all kept': async (world) => {
    const id = await world.create('restaurant', {});
    await atOnce(8, (index) => world.update('restaurant', id, separateChanges[index] ?? {}));
    expect(await world.one('restaurant', id)).to.deep.include(Object.assign({}, ...separateChanges));
  },
  'concurrent deletes and connects of targets leave no dangling link': async (world) => {
    const ids = await named(world, 'category', 8, 'c');
    const id = await world.create('restaurant', {});
    const results = await Promise.allSettled(
      ids.flatMap((each) => [
        world.update('restaurant', id, { categories: { connect: [each] } }),
        world.delete('category', each),
      ]),
    );
    expect(
      results.filter((_, index) => index % 2 === 1).every(({ status }) => status === 'fulfilled'),
    ).to.equal(true);
    expect(await world.list('restaurant', id, 'categories')).to.deep.equal([]);
    expect(await world.find('category')).to.deep.equal([]);
  },
  'a reader never sees part of a write': async (world) => {
    const ids = await named(world, 'category', 5, 'c');
    const id = await world.create('restaurant', { rating: 0, seo: { weight: 0 }, categories: [] });
    const progress = { writing: true };
    const write = async (): Promise<void> => {
      for (let step = 1; step <= 40; step++) {
        const rating = step % 6;
        await world.update('restaurant', id, {
          rating,
          seo: { weight: rating },
          categories: ids.slice(0, rating),
        });
      }
      progress.writing = false;
    };
    const read = async (): Promise<void> => {
      while (progress.writing) {
        const seen = await world.one('restaurant', id, {
          populate: { all: false, members: [{ name: 'seo' }, { name: 'categories' }] },
        });
        const rating = Number(seen['rating']);
        expect((seen['seo'] as { weight: number }).weight).to.equal(rating);
        expect(seen['categories']).to.have.length(rating);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await Promise.all([write(), read(), read(), read()]);
  },
  'concurrent creates get distinct ids': async (world) => {
    await atOnce(16, (index) => world.create('chef', { name: `${index}`, nick: `${index}` }));
    const found = await world.find('chef', { sort: [asc('id')] });
    expect(new Set(found.map(({ id }) => id)).size).to.equal(16);
    expect(new Set(found.map(({ documentId }) => documentId)).size).to.equal(16);
  },
} satisfies Cases;
