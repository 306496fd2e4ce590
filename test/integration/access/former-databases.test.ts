import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { Client } from 'pg';
import type { AccessStore, TokenRecord } from '../../../src/application/ports/access-store.js';
import { valueOf } from '../../contract/world.js';
import { skipWithoutMongo } from '../../mongo.js';
import { openReady, type Opened } from '../transfer/opened-stores.js';
import { shop, shopSchema } from '../transfer/shop-schema.js';

const schema = shopSchema();

const token: TokenRecord = {
  name: 'ci',
  hash: 'a'.repeat(64),
  access: 'custom',
  grants: [{ type: shop, actions: ['find'] }],
  createdAt: '2024-01-02T03:04:05.678Z',
  expiresAt: null,
};

const loaded = async (access: AccessStore) => {
  const { roles, tokens } = valueOf(await access.load());
  return { grants: roles.find(({ name }) => name === 'public')?.grants, tokens };
};

const limited = { role: 'public', type: shop, actions: ['find'] as const, fields: ['name'] };

describe('access of a database from before grants had limits', function () {
  this.timeout(30_000);
  let opened: Opened | undefined;
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
  });

  const servesItsGrants = async ({ store: { access } }: Opened): Promise<void> => {
    expect(await loaded(access)).to.deep.equal({
      grants: [{ type: shop, actions: ['find', 'update'] }],
      tokens: [token],
    });
    valueOf(
      await access.change({
        revoke: [{ role: 'public', type: shop, actions: ['update'] }],
        removeTokens: ['ci'],
      }),
    );
    expect(await loaded(access)).to.deep.equal({ grants: [{ type: shop, actions: ['find'] }], tokens: [] });
  };

  /** As a server does that follows the changes. */
  const isFollowed = async ({ store: { access } }: Opened): Promise<void> => {
    const known = valueOf(await access.load());
    valueOf(await access.change({ grant: [limited] }));
    expect(valueOf(await access.load(known))).to.deep.equal(valueOf(await access.load()));
    valueOf(await access.change({ grant: [{ role: 'public', type: shop, actions: ['find'] }] }));
  };

  const takesLimits = async ({ store: { access } }: Opened): Promise<void> => {
    valueOf(await access.change({ grant: [limited] }));
    expect((await loaded(access)).grants).to.deep.equal([
      { type: shop, actions: ['find'], fields: ['name'] },
    ]);
  };

  it('is read and taken away in PostgreSQL at once, and added to when the tables are in step', async () => {
    opened = await openReady('PostgreSQL', schema);
    const client = new Client({ connectionString: opened.url });
    await client.connect();
    await client.query('ALTER TABLE quire_grant DROP COLUMN fields, DROP COLUMN filters');
    await client.query('ALTER TABLE quire_role DROP COLUMN revision');
    await client.query(
      `INSERT INTO quire_grant VALUES ('public', '${shop}', 'find'), ('public', '${shop}', 'update')`,
    );
    await client.end();
    valueOf(await opened.store.access.change({ addTokens: [token] }));
    await servesItsGrants(opened);
    const changes = valueOf(await opened.store.schema.apply());
    expect(changes.map(({ kind, name }) => [kind, name])).to.deep.equal([
      ['safe', 'quire_role.revision'],
      ['safe', 'quire_grant.fields'],
      ['safe', 'quire_grant.filters'],
    ]);
    expect(valueOf(await opened.store.schema.status())).to.deep.equal([]);
    await isFollowed(opened);
    await takesLimits(opened);
  });

  it('is read, taken away and added to in MongoDB', async function () {
    await skipWithoutMongo(this);
    opened = await openReady('MongoDB', schema);
    const client = await new MongoClient(opened.url).connect();
    const { name, ...row } = token;
    type Row = { readonly _id: string };
    await client
      .db()
      .collection<Row>('quire_tokens')
      .insertOne({ _id: name, ...row });
    const former = { _id: 'public', grants: { [shop.replace('.', '/')]: ['update', 'find'] } };
    await client.db().collection<Row>('quire_roles').insertOne(former);
    await client.close();
    await servesItsGrants(opened);
    await isFollowed(opened);
    await takesLimits(opened);
  });
});
