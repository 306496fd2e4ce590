import { expect } from 'chai';
import type { IndexStore, ListedIndex } from '../../../src/application/ports/index-store.js';
import type { TypeIndex } from '../../../src/domain/plan/suggest-indexes.js';
import { asc, desc, where } from '../questions.js';
import { valueOf, type World } from '../world.js';
import type { Cases } from './case.js';

const index = (layer: TypeIndex['layer'], ...fields: readonly string[]): TypeIndex => ({
  type: 'api::dish.dish',
  layer,
  fields,
});

const made = (listed: readonly ListedIndex[]) =>
  listed
    .filter(({ origin }) => origin === 'made')
    .map(({ type, fields, isComplete }) => ({ type, fields, isComplete }));

/** Runs a case, if the store has indexes that can be chosen, and removes what it made. */
const withIndexes =
  (work: (indexes: IndexStore, world: World) => Promise<void>) =>
  async (world: World): Promise<void> => {
    const { indexes } = world.store;
    if (indexes === null) return;
    try {
      await work(indexes, world);
    } finally {
      for (const listed of valueOf(await indexes.list()))
        if (listed.origin === 'made') valueOf(await indexes.change(() => ({ kind: 'drop', index: listed })));
    }
  };

const make = async (indexes: IndexStore, wanted: TypeIndex) =>
  valueOf(await indexes.change(() => ({ kind: 'make', index: wanted })));

export const indexCases = {
  'a made index is listed, and is no change of the schema': withIndexes(async (indexes, { store }) => {
    const wanted = index('published', 'cost', 'name');
    expect(await make(indexes, wanted)).to.deep.equal({ kind: 'make', index: wanted });
    const listed = valueOf(await indexes.list());
    expect(made(listed)).to.deep.equal([{ type: wanted.type, fields: ['cost', 'name'], isComplete: true }]);
    expect(listed.find(({ origin }) => origin === 'made')?.name).to.equal(indexes.nameOf(wanted));
    expect(valueOf(await store.schema.status())).to.deep.equal([]);
    expect(valueOf(await store.schema.apply())).to.deep.equal([]);
    expect(made(valueOf(await indexes.list()))).to.have.length(1);
  }),
  'the indexes of the schema are listed by what they serve': withIndexes(async (indexes) => {
    const listed = valueOf(await indexes.list());
    expect(listed.filter(({ origin }) => origin === 'other')).to.deep.equal([]);
    expect(made(listed)).to.deep.equal([]);
    expect(listed.some(({ origin }) => origin === 'schema')).to.equal(true);
  }),
  'nothing is changed if nothing is chosen': withIndexes(async (indexes) => {
    const before = valueOf(await indexes.list());
    expect(valueOf(await indexes.change(() => null))).to.equal(null);
    expect(valueOf(await indexes.list()).map(({ name }) => name)).to.deep.equal(
      before.map(({ name }) => name),
    );
  }),
  'indexes are chosen one after the other, by what is there then': withIndexes(async (indexes) => {
    const wanted = index('published', 'cost');
    const chosen = await Promise.all(
      [1, 2, 3].map(async () =>
        valueOf(
          await indexes.change((there) => (made(there).length > 0 ? null : { kind: 'make', index: wanted })),
        ),
      ),
    );
    expect(chosen.filter((change) => change !== null)).to.have.length(1);
    expect(made(valueOf(await indexes.list()))).to.have.length(1);
  }),
  'a made index can be removed': withIndexes(async (indexes) => {
    await make(indexes, index('published', 'cost'));
    const listed = valueOf(await indexes.list()).find(({ origin }) => origin === 'made');
    if (listed === undefined) return expect.fail('it is not listed');
    valueOf(await indexes.change(() => ({ kind: 'drop', index: listed })));
    expect(made(valueOf(await indexes.list()))).to.deep.equal([]);
  }),
  'a change that is stopped leaves nothing that is taken for an index': withIndexes(async (indexes) => {
    const stop = new AbortController();
    stop.abort();
    const stopped = await indexes.change(
      () => ({ kind: 'make', index: index('published', 'cost') }),
      stop.signal,
    );
    valueOf(await indexes.change(() => null));
    for (const { isComplete } of made(valueOf(await indexes.list()))) expect(isComplete).to.equal(true);
    if (!stopped.ok) expect(stopped.failure.code).to.equal('STORE.TIMEOUT');
  }),
  'an index changes no answer': withIndexes(async (indexes, world) => {
    for (let n = 0; n < 24; n++)
      await world.create('dish', {
        name: `dish ${n % 5}`,
        cost: n % 4 === 0 ? null : (n * 7) % 6,
        vegan: n % 3 === 0 ? null : n % 2 === 0,
      });
    const questions = [
      { filters: where('vegan', '$eq', true), sort: [asc('cost')] },
      { filters: where('vegan', '$eq', true), sort: [desc('cost')], range: { offset: 2, limit: 5 } },
      { filters: where('vegan', '$null', true), sort: [desc('cost')] },
      { filters: where('cost', '$gte', 2), sort: [asc('name')] },
      { filters: where('cost', '$in', [1, 5]), sort: [desc('cost')] },
      { sort: [asc('cost')], range: { offset: 3, limit: 20 } },
    ];
    const answers = async () => {
      const all = [];
      for (const question of questions) all.push(await world.names('dish', question));
      return all;
    };
    const before = await answers();
    for (const wanted of [index('published', 'vegan', 'cost'), index('published', 'cost', 'name')])
      await make(indexes, wanted);
    for (let times = 0; times < 3; times++) expect(await answers()).to.deep.equal(before);
  }),
  'a record is replaced only by who has seen the latest': async ({ store: { indexes } }) => {
    if (indexes === null) return;
    const type = `api::records.r${Date.now()}`;
    expect(valueOf(await indexes.save(type, 0, { a: 1 }))).to.equal(true);
    expect(valueOf(await indexes.save(type, 0, { a: 2 }))).to.equal(false);
    const first = valueOf(await indexes.load()).get(type);
    expect(first?.value).to.deep.equal({ a: 1 });
    const revision = first?.revision ?? 0;
    const saved = await Promise.all([2, 3, 4].map((a) => indexes.save(type, revision, { a })));
    expect(saved.filter((one) => valueOf(one))).to.have.length(1);
    expect(valueOf(await indexes.load()).get(type)?.revision).to.not.equal(revision);
  },
} satisfies Cases;
