import { expect } from 'chai';
import { MongoClient } from 'mongodb';
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

describe('access in a MongoDB database that is older than limits of grants', () => {
  let opened: Opened | undefined;
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
  });

  it('can be read, revoked and granted', async function () {
    await skipWithoutMongo(this);
    opened = await openReady('MongoDB', schema);
    await putFormer(opened.url);
    const { access } = opened.store;
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
    // A running server reloads access in this way.
    const known = valueOf(await access.load());
    valueOf(await access.change({ grant: [limited] }));
    expect(valueOf(await access.load(known))).to.deep.equal(valueOf(await access.load()));
    expect((await loaded(access)).grants).to.deep.equal([
      { type: shop, actions: ['find'], fields: ['name'] },
    ]);
  });
});

/** Grants and a token in their former stored form. */
async function putFormer(url: string): Promise<void> {
  const client = await new MongoClient(url).connect();
  const { name, ...row } = token;
  type Row = { readonly _id: string };
  await client
    .db()
    .collection<Row>('quire_tokens')
    .insertOne({ _id: name, ...row });
  const former = { _id: 'public', grants: { [shop.replace('.', '/')]: ['update', 'find'] } };
  await client.db().collection<Row>('quire_roles').insertOne(former);
  await client.close();
}
