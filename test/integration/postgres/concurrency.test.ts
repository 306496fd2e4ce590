import { expect } from 'chai';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import { createWorld, type World } from '../../contract/world.js';
import { openScratchStore, type ScratchStore } from './scratch-store.js';

const one = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)]!;

function randomChange(items: readonly string[]): Record<string, unknown> {
  const item = one(items);
  switch (Math.floor(Math.random() * 5)) {
    case 0:
      return { set: items.filter(() => Math.random() < 0.5).map((documentId) => ({ documentId })) };
    case 1:
      return { disconnect: [{ documentId: item }] };
    case 2:
      return { connect: [{ documentId: item, position: { start: true } }] };
    case 3:
      return { connect: [{ documentId: item, position: { before: one(items) } }] };
    default:
      return { connect: [{ documentId: item }] };
  }
}

/** Writers in two processes with sixteen connections. */
describe('PostgreSQL with 16 writers on random lists', function () {
  this.timeout(120_000);
  const schema = fixtureSchema();
  let scratch: ScratchStore;
  let worlds: readonly World[];
  let restaurants: string[];
  let categories: string[];

  before(async () => {
    scratch = await openScratchStore(schema, { poolSize: 8 });
    const other = await scratch.openAnother({ poolSize: 8 });
    worlds = [scratch.store, other].map((store) => createWorld(store, schema));
    restaurants = await worlds[0]!.createNamed('restaurant', 'q', 'r', 's');
    categories = await worlds[0]!.createNamed('category', 'a', 'b', 'c', 'd', 'e', 'f');
  });
  after(() => scratch.close());

  let conflicts = 0;

  /**
   * A write may be refused only because another writer has just removed its anchor. After a conflict it is repeated, as a
   * client would do, which must be rare.
   */
  async function write(world: World): Promise<void> {
    const [type, documentId, data] =
      Math.random() < 0.5
        ? (['restaurant', one(restaurants), { categories: randomChange(categories) }] as const)
        : (['category', one(categories), { restaurants: randomChange(restaurants) }] as const);
    try {
      await world.update(type, documentId, data);
    } catch (error) {
      if (String(error).includes('STORE.CONFLICT') && ++conflicts <= 6) return write(world);
      expect(String(error)).to.match(/There is no connection to/);
    }
  }

  it('both sides and layers agree, and no key is lost or duplicated', async () => {
    await Promise.all(
      Array.from({ length: 16 }, async (_, writer) => {
        for (let round = 0; round < 40; round++) await write(worlds[writer % 2]!);
      }),
    );
    const table = 'restaurants_categories_links';
    const uneven = `SELECT * FROM ${table} WHERE draft_key IS DISTINCT FROM published_key OR draft_inverse_key IS DISTINCT FROM published_inverse_key
      OR published_key IS NULL OR published_inverse_key IS NULL`;
    expect(await scratch.run(uneven)).to.deep.equal([]);
    const doubled = (document: string, key: string): string =>
      `SELECT ${document} FROM ${table} GROUP BY ${document}, ${key} HAVING count(*) > 1`;
    expect(await scratch.run(doubled('source_document', 'published_key'))).to.deep.equal([]);
    expect(await scratch.run(doubled('target_document', 'published_inverse_key'))).to.deep.equal([]);
  });

  it('concurrent deletes and connects leave no dangling link', async () => {
    const [world, other] = worlds as [World, World];
    for (let round = 0; round < 20; round++) {
      const [gone = ''] = await world.createNamed('category', 'gone');
      await Promise.all([
        ...Array.from({ length: 6 }, () =>
          other.update('restaurant', one(restaurants), { categories: { connect: [gone] } }).catch((error) => {
            expect(String(error)).to.contain(`Document with id "${gone}"`);
          }),
        ),
        world.delete('category', gone),
      ]);
    }
    const dangling = `SELECT * FROM restaurants_categories_links l WHERE NOT EXISTS (SELECT FROM categories c WHERE c.document_id = l.target_document)`;
    expect(await scratch.run(dangling)).to.deep.equal([]);
  });
});
