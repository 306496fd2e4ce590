import { expect } from 'chai';
import { lowerLoad } from '../../../src/adapters/store/postgres/write/load-state.js';
import { contentTypeOf } from '../../../src/domain/schema/schema.js';
import { fixtureSchema, fixtureSources, uidOf } from '../../contract/fixture-schema.js';
import { asc, populate, where } from '../../contract/questions.js';
import type { ContentTypeSource } from '../../../src/domain/schema/schema-source.js';
import { schemaFrom } from '../../schema-builders.js';
import { createDocuments } from '../../../src/application/documents/documents.js';
import type { Populate, Query } from '../../../src/domain/query/query.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { createWorld, failureOf, queryOf, valueOf, type World } from '../../contract/world.js';
import { openScratchStore, type ScratchStore } from './scratch-store.js';

const ref = (documentId: string) => ({ documentId, locale: '' });

const oddNames: Readonly<Record<string, string>> = {
  [uidOf('restaurant')]: 'found',
  [uidOf('category')]: 'v0',
  [uidOf('dish')]: 'l0',
};

const oddlyNamed = (source: ContentTypeSource): ContentTypeSource => {
  const collectionName = oddNames[source.uid];
  return collectionName === undefined
    ? source
    : { ...source, definition: Object.assign({}, source.definition, { collectionName }) };
};

/** Properties that the store contract cannot observe. */
describe('PostgreSQL in detail', () => {
  const schema = fixtureSchema();
  let scratch: ScratchStore;
  let world: World;
  before(async () => {
    scratch = await openScratchStore(schema);
    world = createWorld(scratch.store, schema);
  });
  after(() => scratch.close());

  it('names in an answer may be longer than column names, and contain any character', async () => {
    const [chef = ''] = await world.createNamed('chef', 'Ann');
    const r = await world.create('restaurant', { owner: chef, categories: [] });
    const [long, odd] = [`x${'é"\'\\'.repeat(40)}`, `a"b'c`];
    const answer = await world.one('restaurant', r, {
      fields: ['id'],
      populate: populate(
        { name: 'owner', as: long, fields: ['name'] },
        { name: 'categories', as: odd },
        { name: 'flagship', as: 'none' },
      ),
    });
    expect(Object.keys(answer)).to.deep.equal(['id', 'documentId', long, odd, 'none']);
    expect(answer[long]).to.include({ name: 'Ann' });
    expect(answer[odd]).to.deep.equal([]);
    expect(answer['none']).to.equal(null);
  });

  it('tables may have the names that statements would give to parts of themselves', async () => {
    const named = schemaFrom({
      ...fixtureSources,
      contentTypes: fixtureSources.contentTypes.map(oddlyNamed),
    });
    const own = await openScratchStore(named);
    try {
      const there = createWorld(own.store, named);
      const categories = await there.createNamed('category', 'b', 'a');
      const dishes = await there.createNamed('dish', 'soup');
      const id = await there.create('restaurant', { name: 'Gin', rating: 1, categories, dishes });
      await there.update('restaurant', id, {
        categories: { connect: [{ documentId: categories[1], position: { start: true } }] },
      });
      await there.publish('restaurant', id);
      expect(await there.list('restaurant', id, 'categories')).to.deep.equal(['a', 'b']);
      const asked = { filters: where('categories.name', '$eq', 'a'), sort: [asc('name')], count: true };
      expect(await there.names('restaurant', asked)).to.deep.equal(['Gin']);
      expect(await there.names('restaurant', { search: 'gin' })).to.deep.equal(['Gin']);
    } finally {
      await own.close();
    }
  });

  it('nested lists are refused while they grow, long before they are complete', async () => {
    const restaurants = await world.createNamed(
      'restaurant',
      ...Array.from({ length: 200 }, (_, n) => `r${n}`),
    );
    const category = await world.create('category', { name: 'all', restaurants });
    const levels = ['restaurants', 'categories', 'restaurants', 'categories', 'restaurants'];
    const nested = levels.reduceRight<Populate | undefined>(
      (inner, name) => populate({ name, fields: ['id'], ...(inner && { populate: inner }) }),
      undefined,
    );
    await refusesSoon({
      ...queryOf('category', { documentId: category, populate: nested! }),
      action: 'findOne',
    });
  });

  describe('a long text', () => {
    let restaurant: string;
    before(async () => {
      const dishes = await world.createNamed('dish', ...Array.from({ length: 1_000 }, (_, n) => `d${n}`));
      const sections = dishes.map((dish) => ({ __component: 'sections.gallery', shown: [dish] }));
      const openings = [{ day: 'Monday', note: { text: 'early', extra: 'long '.repeat(20_000) } }];
      const story = 'long '.repeat(100_000);
      restaurant = await world.create('restaurant', { story, dishes, sections, openings });
    });

    const story = (...names: readonly string[]) => ({
      fields: ['story'],
      layout: { members: names.map((as) => ({ of: 'story', as })) },
    });
    const names = (count: number, length: number): readonly string[] =>
      Array.from({ length: count }, (_, n) => `a${n}`.padEnd(length, 'x'));
    const dishes = populate({ name: 'restaurant', fields: ['story'] });

    it('that many rows of a list lead to is refused while the list grows', async () => {
      await refusesSoon({
        ...queryOf('restaurant', {
          documentId: restaurant,
          populate: populate({ name: 'dishes', populate: dishes }),
        }),
        action: 'findOne',
      });
      await refusesSoon(queryOf('dish', { populate: dishes, range: { offset: 0, limit: 1_000 } }));
    });

    it('that many items of a zone lead to is refused while the list grows', async () => {
      const shown = populate({ name: 'shown', populate: dishes });
      const on = [{ component: 'sections.gallery', populate: shown }];
      await refusesSoon({
        ...queryOf('restaurant', { documentId: restaurant, populate: populate({ name: 'sections', on }) }),
        action: 'findOne',
      });
    });

    it('that a document shall have under many names is refused before it is written', async () => {
      for (const length of [8, 80])
        await refusesSoon({
          ...queryOf('restaurant', { documentId: restaurant, ...story(...names(200, length)) }),
          action: 'findOne',
        });
    });

    it('may be given under a few long names', async () => {
      const { story: text } = await world.one('restaurant', restaurant, { fields: ['story'] });
      const asked = { documentId: restaurant, ...story(...names(3, 80)) };
      const [found] = await world.find('restaurant', asked);
      expect(Object.values(found ?? {})).to.deep.equal([text, text, text]);
    });
  });

  /** Expects that the answer is refused within a few seconds, in which PostgreSQL could not build it. */
  async function refusesSoon(query: Query): Promise<void> {
    const impatient = await scratch.openAnother({ statementTimeoutMs: 5_000 });
    const documents = createDocuments({
      ...world.dependencies,
      store: impatient.documents,
      limits: { rows: 1_000, textSize: 50_000 },
    });
    const { action } = query;
    const answer = await documents[action](systemPrincipal, query);
    expect(failureOf(answer).code).to.equal('PLAN.TOO_LARGE');
  }

  it('processes that reserve item ids concurrently never get the same ids', async () => {
    const stores = [scratch.store, await scratch.openAnother(), await scratch.openAnother()];
    const counts = Array.from({ length: 60 }, (_, index) => (index % 7 === 0 ? 1_500 : 1 + (index % 90)));
    const runs = await Promise.all(
      counts.map(async (count, index) => {
        const first = valueOf(await stores[index % 3]!.documents.reserveItemIds(count));
        return { first, last: first + count - 1 };
      }),
    );
    runs.sort((left, right) => left.first - right.first);
    for (const [index, run] of runs.entries()) {
      expect(run.first).to.be.above(runs[index - 1]?.last ?? 0);
    }
  });

  it('a place in a list of 30,000 links is found by the index', async () => {
    const [r = '', b = ''] = await world.createNamed('restaurant', 'r', 'b');
    await scratch.run(
      `INSERT INTO restaurants_neighbours_links (source_document, target_document, draft_key, published_key, draft_inverse_key, published_inverse_key)
       SELECT $1, 'none' || n, k, k, k, k FROM generate_series(1, 30000) n, LATERAL (SELECT 'j' || lpad(to_hex(n), 10, '0') AS k) key`,
      [r],
    );
    await scratch.run('ANALYZE restaurants_neighbours_links');
    const relation = contentTypeOf(schema, uidOf('restaurant')).attributes.get('neighbours');
    if (relation?.kind !== 'relation') throw new Error('no relation');
    const anchors = [ref('none15000')];
    const need = {
      relation,
      documentId: r,
      locale: '',
      layers: ['draft', 'published'],
      anchors,
      moving: [ref(b)],
      ends: { first: true, last: true },
    } as const;
    const { text, values } = lowerLoad({ locks: [], document: null, lists: [need], sequenceKeys: 1 });
    const [row] = await scratch.run(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...values]);
    const plan = JSON.stringify(row?.['QUERY PLAN']);
    const read = [...plan.matchAll(/"(?:Actual Rows|Rows Removed by Filter)":(\d+)/g)].map((found) =>
      Number(found[1]),
    );
    expect(read).to.not.deep.equal([]);
    expect(Math.max(...read)).to.be.below(100);
  });

  it('statements that are sent together are one transaction, and all of them or none take effect', async () => {
    await scratch.run('CREATE TABLE attempt (n integer PRIMARY KEY)');
    await scratch.run(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = serializable', current_database()); END $$`,
    );
    const connection = await scratch.connect();
    const insert = { text: 'INSERT INTO attempt (n) SELECT $1::integer / $2::integer RETURNING n' };
    const count = { text: 'SELECT count(*) AS n FROM attempt WHERE n >= $1::integer', values: [0] };
    const divided = (by: number, n: number) => ({ ...insert, values: [n, by] });
    // Again and again, so that statements are prepared while others before them fail.
    for (let n = 0; n < 4; n += 1) {
      const failed = await connection
        .together([divided(1, -1 - n), divided(0, n), { ...count, text: `${count.text} AND n < 9` }])
        .catch((error: unknown) => (error as { readonly code?: string }).code);
      expect(failed).to.equal('22012');
      const [made, counted] = await connection.together([divided(1, n), count]);
      expect([made, counted]).to.deep.equal([[{ n }], [{ n: String(n + 1) }]]);
    }
    const lasting = [
      { ...count, text: `${count.text} AND n < 9` },
      { ...count, values: [-9] },
    ];
    expect(await connection.together(lasting)).to.deep.equal([[{ n: '4' }], [{ n: '4' }]]);
    const where = { text: `SELECT $1 || current_setting('transaction_isolation') AS level`, values: [''] };
    expect(await connection.together([where])).to.deep.equal([[{ level: 'read committed' }]]);
    await connection.close();
  });
});
