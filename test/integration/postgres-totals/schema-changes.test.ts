import { expect } from 'chai';
import { createPostgresStore } from '../../../src/adapters/store/postgres/create-postgres-store.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/results.js';
import { openTestDatabase, type TestDatabase } from '../../database.js';
import { schemaOf, type Files, type TypeFile } from '../schema/schema-files.js';
import { documentsNamed } from '../transfer/transfer-world.js';
import { silent } from '../postgres/scratch-store.js';

const dish = (options: Partial<TypeFile> = {}): Files => ({
  types: { dish: { attributes: { name: { type: 'string' } }, ...options } },
});
const drafts = { draftAndPublish: true };
const localized = { localized: true };

describe('totals that PostgreSQL keeps, when the schema changes', () => {
  let database: TestDatabase;
  let starts = 0;
  beforeEach(async () => {
    database = await openTestDatabase();
  });
  afterEach(() => database.close());

  /** Starts with the files, writes a little, and returns the totals of both layers in all locales. */
  async function start(files: Files, uid = 'api::dish.dish') {
    const schema = schemaOf(files);
    const { url } = database;
    const store = valueOf(await createPostgresStore({ url, schema, totalsFrom: 0, log: silent }));
    try {
      valueOf(await store.schema.apply());
      valueOf(await store.totals.prepare());
      const documents = documentsNamed(`s${starts++}x`, store, schema);
      for (const name of ['a', 'b']) {
        const mutation = {
          kind: 'create',
          type: uid,
          layer: 'published',
          data: { name },
          answer: {},
        } as const;
        valueOf(await documents.create(systemPrincipal, mutation));
      }
      const { types, differences } = valueOf(await store.totals.verify(false));
      expect(types).to.include(uid);
      expect(differences).to.deep.equal([]);
      const total = async (layer: 'draft' | 'published') =>
        valueOf(
          await documents.find(systemPrincipal, {
            type: uid,
            action: 'find',
            layer,
            locale: '*',
            range: { offset: 0, limit: 1 },
            count: true,
          }),
        ).answer.total;
      return [await total('draft'), await total('published')];
    } finally {
      await store.close();
    }
  }

  it('drafts that are added and removed, and locales that are named, are counted', async () => {
    expect(await start(dish())).to.deep.equal([2, 2]);
    expect(await start(dish(drafts))).to.deep.equal([4, 4]);
    expect(await start(dish({ ...drafts, ...localized }))).to.deep.equal([6, 6]);
    expect(await start(dish(localized))).to.deep.equal([8, 8]);
    expect(await start(dish())).to.deep.equal([10, 10]);
  });

  it('a renamed table is counted under its new name, and a new one under the former', async () => {
    await start(dish());
    expect(await start(dish({ collectionName: 'meals', renamedFrom: 'dishs' }))).to.deep.equal([4, 4]);
    expect(await start(dish({ renamedFrom: 'meals' }))).to.deep.equal([6, 6]);
  });

  it('a type that was dropped begins anew', async () => {
    await start(dish());
    const cup = { types: { cup: { attributes: { name: { type: 'string' } } } } };
    await start(cup, 'api::cup.cup');
    const schema = schemaOf(cup);
    const store = valueOf(await createPostgresStore({ url: database.url, schema, log: silent }));
    valueOf(await store.schema.drop('all'));
    await store.close();
    expect(await start(dish())).to.deep.equal([2, 2]);
  });
});
