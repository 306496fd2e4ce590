import { expect } from 'chai';
import type { Document } from 'mongodb';
import { Counters } from '../../../src/adapters/store/mongodb/counters.js';
import { applySchema } from '../../../src/adapters/store/mongodb/schema/apply-schema.js';
import { wantedCollections } from '../../../src/adapters/store/mongodb/schema/wanted-collections.js';
import { schemaOf, type Files } from '../schema/schema-files.js';
import { silent, useMongo } from './mongo-schema-database.js';

const chefs = { type: 'relation', relation: 'manyToMany', target: 'api::chef.chef' };
const chef = { attributes: { name: { type: 'string' } } };

const former: Files = {
  types: { dish: { attributes: { name: { type: 'string' }, note: { type: 'string' }, chefs } }, chef },
};
const attributes = {
  title: { type: 'string', renamedFrom: 'name', unique: true },
  note: { type: 'json' },
  chefs,
};
const wanted: Files = {
  types: {
    meal: {
      attributes,
      collectionName: 'meals',
      renamedFrom: 'dishs',
      draftAndPublish: true,
      localized: true,
    },
    chef,
  },
};

const documents = 600;

describe('changes of a MongoDB database that are cut off', function () {
  this.timeout(300_000);
  const database = useMongo();
  beforeEach(async () => {
    await database().apply(former);
    const rows = Array.from({ length: documents }, (_, n) => ({ name: `n${n}`, note: `"${n}"` }));
    await database().insert('dishs', ...rows);
    await database().insertLinks('dishs_chefs_links', {
      source: 'd1',
      target: 'c1',
      publishedKey: 'a',
      publishedInverseKey: 'b',
    });
    await database().insert('hs_entries', { type: 'api::dish.dish' }, { type: 'api::chef.chef' });
    await database().insert('rl_releases', { actions: '[{"action":"publish","type":"api::dish.dish"}]' });
  });

  /** The uids of what follows the documents. */
  const followers = async (): Promise<readonly unknown[]> => [
    ...(await database().rows('hs_entries', 'type')).map(({ type }) => type as unknown),
    ...(await database().rows('rl_releases', 'actions')).map(({ actions }) => actions as unknown),
  ];
  const followersOf = (uid: string): readonly unknown[] => [
    uid,
    'api::chef.chef',
    `[{"action":"publish","type":"${uid}"}]`,
  ];

  class CutOff extends Error {}

  /** Ends as a killed process does, before the step or batch of this number. Answers whether it came so far. */
  async function cutOff(files: Files, at: number): Promise<boolean> {
    const { db } = database();
    let left = at;
    const confirmLease = (): void => {
      if (left-- === 0) throw new CutOff();
    };
    try {
      await applySchema(
        { db, counters: new Counters(db), log: silent, confirmLease },
        wantedCollections(schemaOf(files), 'en'),
      );
      return false;
    } catch (error) {
      if (!(error instanceof CutOff)) throw error;
      return true;
    }
  }

  async function expectDone(): Promise<void> {
    const rows = await database().rows('meals');
    for (const layer of ['published', 'draft']) {
      const found = rows.filter(({ _layer }) => _layer === layer);
      const values = found.map(({ title, note, locale, name }) => ({ title, note, locale, name }));
      expect(values).to.deep.equal(
        Array.from({ length: documents }, (_, n) => ({
          title: `n${n}`,
          note: `"\\"${n}\\""`,
          locale: 'en',
          name: undefined,
        })),
      );
    }
    expect(rows).to.have.lengthOf(2 * documents);
    expect(
      await database().rows('meals_chefs_links', 'sourceLocale', 'draftKey', 'publishedKey'),
    ).to.deep.equal([{ sourceLocale: 'en', draftKey: 'a', publishedKey: 'a' }]);
    expect(await followers()).to.deep.equal(followersOf('api::meal.meal'));
    expect(await database().status(wanted)).to.deep.equal([]);
  }

  it('go on where they were, wherever that was', async () => {
    let at = 0;
    while (await cutOff(wanted, at)) at++;
    await expectDone();
    expect(at).to.be.greaterThan(10);
  });

  for (const at of [1, 3, 5, 7, 9, 11, 13, 15]) {
    it(`are finished by the next start when they end at ${at}`, async () => {
      await cutOff(wanted, at);
      await database().apply(wanted);
      await expectDone();
      await database().apply(wanted);
      await expectDone();
    });
  }

  for (const at of [4, 6, 8, 10, 12]) {
    it(`are finished first when the files are as before again, having ended at ${at}`, async () => {
      expect(await cutOff(wanted, at)).to.equal(true);
      const back: Files = {
        types: {
          dish: {
            attributes: {
              name: { type: 'string', renamedFrom: 'title' },
              note: { type: 'string' },
              chefs,
            },
            collectionName: 'dishs',
            renamedFrom: 'meals',
          },
          chef,
        },
      };
      await database().apply(back);
      const rows = await database().rows('dishs', 'name', 'note', 'locale', '_layer');
      expect(rows).to.deep.equal(
        Array.from({ length: documents }, (_, n) => ({
          _layer: 'published',
          locale: '',
          name: `n${n}`,
          note: `"${n}"`,
        })),
      );
      expect(
        await database().rows('dishs_chefs_links', 'sourceLocale', 'draftKey', 'publishedKey'),
      ).to.deep.equal([{ sourceLocale: '', publishedKey: 'a' }]);
      expect(await followers()).to.deep.equal(followersOf('api::dish.dish'));
    });
  }

  it('are told by the status', async () => {
    await cutOff(wanted, 5);
    const messages = (await database().status(wanted)).map(({ message }) => message);
    expect(messages.length).to.be.greaterThan(0);
    expect(messages.every((message) => message.endsWith('It was begun, and is not finished.'))).to.equal(
      true,
    );
    const { message } = await database().dropRefused(wanted, []);
    expect(message).to.include('A change of the schema was begun, and is not finished');
  });
});

describe('servers with the former schema beside a changed MongoDB database', () => {
  const database = useMongo();

  const dish = (attributes: Files['types'][string]['attributes'], more: object = {}): Files => ({
    types: { dish: { attributes, ...more } },
  });
  const version = (id: number, more: Document): Document => ({
    _id: id,
    documentId: `d${id}`,
    _layer: 'published',
    locale: '',
    createdAt: new Date(),
    updatedAt: new Date(),
    ...more,
  });
  const write = (...rows: readonly Document[]) =>
    database()
      .db.collection('dishs')
      .insertMany([...rows]);

  it('what they write under former names, and in former types, follows at the next start', async () => {
    await database().apply(dish({ name: { type: 'string' }, size: { type: 'string' } }));
    const files = dish({ title: { type: 'string', renamedFrom: 'name' }, size: { type: 'integer' } });
    await write(version(1, { name: 'Soup', size: '1' }));
    await database().apply(files);
    await write(
      version(2, { name: 'Stew', size: '2' }),
      version(3, { title: 'Tart', size: 3 }),
      version(4, { size: 'x' }),
    );
    expect(await database().apply(files)).to.deep.equal([]);
    expect(await database().rows('dishs', 'name', 'title', 'size')).to.deep.equal([
      { title: 'Soup', size: 1 },
      { title: 'Stew', size: 2 },
      { title: 'Tart', size: 3 },
      { size: 'x' },
    ]);
  });

  it('what they publish without drafts and locales gets both', async () => {
    const name = { type: 'string' };
    const files = dish({ name }, { draftAndPublish: true, localized: true });
    await database().apply(dish({ name }));
    await write(version(1, { name: 'Soup' }));
    await database().apply(files);
    await database()
      .db.collection('dishs')
      .updateOne(
        { documentId: 'd1', _layer: 'published' },
        { $set: { name: 'Stew', updatedAt: new Date(Date.now() + 1000) } },
      );
    await write(version(7, { name: 'Tart' }));
    await database().apply(files);
    const rows = await database().rows('dishs', 'documentId', '_layer', 'locale', 'name');
    expect(
      rows
        .map(({ documentId, _layer, locale, name: of }) => `${documentId} ${_layer} ${locale} ${of}`)
        .sort(),
    ).to.deep.equal(['d1 draft en Stew', 'd1 published en Stew', 'd7 draft en Tart', 'd7 published en Tart']);
  });

  it('what they write while rows are converted is not overwritten', async () => {
    const rows = 400;
    await database().apply(dish({ size: { type: 'string' } }));
    await write(...Array.from({ length: rows }, (_, n) => version(n + 1, { size: '0' })));
    const last = new Map<number, number>();
    const done = new AbortController();
    const writer = async (): Promise<void> => {
      for (let n = 1; !done.signal.aborted; n++) {
        const id = (n % rows) + 1;
        last.set(id, n);
        await database()
          .db.collection('dishs')
          .updateOne({ documentId: `d${id}` }, { $set: { size: String(n), updatedAt: new Date() } });
      }
    };
    const writing = writer();
    const files = dish({ size: { type: 'integer' } });
    await database().apply(files);
    done.abort();
    await writing;
    await database().apply(files);
    const found = (await database().rows('dishs', 'documentId', 'size')).map(({ documentId, size }) => [
      documentId,
      size,
    ]);
    expect(found).to.deep.equal(Array.from({ length: rows }, (_, n) => [`d${n + 1}`, last.get(n + 1) ?? 0]));
  });

  it('values whose type does not show are converted once only', async () => {
    const of = (type: string) => dish({ note: { type } });
    await database().apply(of('string'));
    await write(version(1, { note: 'a' }));
    await database().apply(of('json'));
    await database().apply(of('json'));
    expect(await database().rows('dishs', 'note')).to.deep.equal([{ note: '"a"' }]);
  });

  it('what they write where there is no place for it stays, and does not keep a server from starting', async () => {
    await database().apply(dish({ name: { type: 'string' } }));
    await write(version(1, { name: 'Soup' }));
    const files = dish({ title: { type: 'string', renamedFrom: 'name', unique: true } });
    await database().apply(files);
    await write(version(2, { name: 'Soup' }));
    const told: string[] = [];
    const log = { ...silent, warn: (message: string) => void told.push(message) };
    expect((await database().store(files, { log }).apply()).ok).to.equal(true);
    expect(told).to.deep.equal([
      'A server with a former schema wrote to "dishs.title" what the index "title_unique" has no place for: it stays as it is',
    ]);
    expect(await database().rows('dishs', 'name', 'title')).to.deep.equal([
      { title: 'Soup' },
      { name: 'Soup' },
    ]);
  });

  it('a former collection that they fill again is listed', async () => {
    const attributes = { name: { type: 'string' } };
    await database().apply(dish(attributes));
    const files: Files = { types: { meal: { attributes, collectionName: 'meals', renamedFrom: 'dishs' } } };
    await database().apply(files);
    await write(version(1, { name: 'Soup' }));
    expect((await database().status(files)).map(({ kind, name }) => [kind, name])).to.deep.equal([
      ['leftover', 'dishs'],
    ]);
  });
});
