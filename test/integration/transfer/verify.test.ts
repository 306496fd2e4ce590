import { expect } from 'chai';
import { MongoClient, type Db } from 'mongodb';
import { Client } from 'pg';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/world.js';
import { skipWithoutMongo } from '../../mongo.js';
import { openEmpty, openReady, type Opened } from './opened-stores.js';
import { documentIdOf, fill, shop, shopSchema, thing } from './shop-schema.js';
import { copy, differences, documentsNamed } from './transfer-world.js';

const schema = shopSchema();

/** What is changed behind the store's back in the copy, and the line that tells of it. */
interface Planted {
  readonly what: string;
  readonly sql: string;
  readonly mongo: (db: Db) => Promise<unknown>;
  readonly told: string;
}

const link = 'links things_shops_links';
const ends = (number: number): string =>
  `(${documentIdOf('thing', number)} → ${documentIdOf('shop', (number % 10) + 1)})`;
const numbered = (db: Db, name: string) => db.collection<{ _id: number }>(name);

const planted: readonly Planted[] = [
  {
    what: 'another value',
    sql: `UPDATE things SET price = 1, big = 7 WHERE id = 600`,
    mongo: (db) => numbered(db, 'things').updateOne({ _id: 600 }, { $set: { price: 1, big: 7 } }),
    told: `versions ${thing} 600 (${documentIdOf('thing', 600)} published): differs in price, big`,
  },
  {
    what: 'a value inside a component',
    sql: `UPDATE things SET parts = replace(parts::text, 'here', 'there')::json WHERE parts IS NOT NULL`,
    mongo: (db) =>
      numbered(db, 'things').updateMany({ 'parts.label': 'here' }, { $set: { 'parts.0.label': 'there' } }),
    told: `versions ${thing} 701 (${documentIdOf('new', 0)} draft): differs in parts`,
  },
  {
    what: 'a version that is gone',
    sql: `DELETE FROM things WHERE id = 1`,
    mongo: (db) => numbered(db, 'things').deleteOne({ _id: 1 }),
    told: `versions ${thing} 1 (${documentIdOf('thing', 1)} published): only in the source`,
  },
  {
    what: 'another time',
    sql: `UPDATE shops SET updated_at = updated_at + interval '1 ms' WHERE id = 10`,
    mongo: (db) =>
      numbered(db, 'shops').updateOne(
        { _id: 10 },
        { $set: { updatedAt: new Date('2024-01-02T03:04:05.679Z') } },
      ),
    told: `versions ${shop} 10 (${documentIdOf('shop', 10)} published): differs in updatedAt`,
  },
  {
    what: 'a link in another place',
    sql: `UPDATE things_shops_links SET published_inverse_key = 'a0' WHERE id = 501`,
    mongo: (db) =>
      numbered(db, 'things_shops_links').updateOne({ _id: 501 }, { $set: { publishedInverseKey: 'a0' } }),
    told: `${link} 501 ${ends(501)}: differs in published`,
  },
  {
    what: 'a link that waits no more',
    sql: `UPDATE things_shops_links SET source_pending = true WHERE id = 502`,
    mongo: (db) =>
      numbered(db, 'things_shops_links').updateOne({ _id: 502 }, { $set: { sourcePending: true } }),
    told: `${link} 502 ${ends(502)}: differs in pending`,
  },
  {
    what: 'the last link',
    sql: `DELETE FROM things_shops_links WHERE id = 700`,
    mongo: (db) => numbered(db, 'things_shops_links').deleteOne({ _id: 700 }),
    told: `${link} 700 ${ends(700)}: only in the source`,
  },
  {
    what: 'a draft that was changed',
    sql: `UPDATE things SET has_changes = true WHERE status = 'draft'`,
    mongo: (db) => db.collection('things').updateMany({ _layer: 'draft' }, { $set: { _changed: true } }),
    told: `versions ${thing} 701 (${documentIdOf('new', 0)} draft): differs in hasChanges`,
  },
  {
    what: 'sequence keys that would be given out again',
    sql: `SELECT setval('quire_tick', 5)`,
    mongo: (db) =>
      db.collection<{ _id: string }>('quire_counters').updateOne({ _id: 'tick' }, { $set: { value: 5 } }),
    told: `counter of sequence keys: 700 in the source, only 5 in the target`,
  },
];

for (const kind of ['PostgreSQL', 'MongoDB'] as const) {
  describe(`comparing with a copy in ${kind}`, () => {
    let source: Opened;
    let target: Opened;
    before(async function () {
      if (kind === 'MongoDB') await skipWithoutMongo(this);
    });
    beforeEach(async () => {
      source = await openReady('memory', schema);
      target = await openEmpty(kind, schema);
      await fill(schema, source.store, 700);
      const documents = documentsNamed('new', source.store, schema);
      const data = { name: 'Draft', parts: [{ label: 'here' }] };
      const asked = { kind: 'create', type: thing, layer: 'draft', data, answer: {} } as const;
      valueOf(await documents.create(systemPrincipal, asked));
      valueOf(await copy(schema, source.store, target.store));
      expect(await differences(schema, source.store, target.store)).to.deep.equal([]);
    });
    afterEach(() => target?.close());

    for (const { what, sql, mongo, told } of planted) {
      it(`tells ${what}, and nothing else`, async () => {
        await (kind === 'MongoDB' ? inMongo(target.url, mongo) : inPostgres(target.url, sql));
        expect(await differences(schema, source.store, target.store)).to.deep.equal([told]);
      });
    }

    it('tells grants and tokens that only one of them has', async () => {
      valueOf(
        await target.store.access.change({ grant: [{ role: 'public', type: shop, actions: ['find'] }] }),
      );
      const token = { name: 'ci', hash: 'f'.repeat(64), access: 'read-only', grants: [] } as const;
      const times = { createdAt: '2024-01-02T03:04:05.678Z', expiresAt: null };
      valueOf(await source.store.access.change({ addTokens: [{ ...token, ...times }] }));
      expect(await differences(schema, source.store, target.store)).to.deep.equal([
        'token "ci" (read-only, made 2024-01-02T03:04:05.678Z, ends never, sha256 ffffffffffff…): only in the source',
        `grant of public to find ${shop}: only in the target`,
      ]);
    });
  });
}

async function inPostgres(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function inMongo(url: string, act: (db: Db) => Promise<unknown>): Promise<void> {
  const client = new MongoClient(url);
  await act(client.db());
  await client.close();
}
