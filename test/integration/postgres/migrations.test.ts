import { expect } from 'chai';
import { Client } from 'pg';
import type { AccessStore, TokenRecord } from '../../../src/application/ports/access-store.js';
import { failureOf, valueOf } from '../../contract/results.js';
import { openAt, openEmpty, type Opened } from '../transfer/opened-stores.js';
import { shop, shopSchema } from '../transfer/shop-schema.js';

const schema = shopSchema();

/** The tables as the first version of Quire created them. */
const firstTables = `
  CREATE TABLE quire_schema (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), version bigint NOT NULL, record json NOT NULL);
  INSERT INTO quire_schema (version, record) VALUES (0, '{"tables":{},"components":{}}');
  CREATE TABLE quire_role (name text COLLATE "C" PRIMARY KEY);
  INSERT INTO quire_role VALUES ('public'), ('authenticated'), ('chef');
  CREATE TABLE quire_grant (
    role text COLLATE "C" NOT NULL REFERENCES quire_role ON DELETE CASCADE,
    type text COLLATE "C" NOT NULL, action text COLLATE "C" NOT NULL, PRIMARY KEY (role, type, action));
  INSERT INTO quire_grant VALUES ('public', '${shop}', 'find'), ('public', '${shop}', 'update');
  CREATE TABLE quire_token (
    name text COLLATE "C" PRIMARY KEY, hash text COLLATE "C" NOT NULL UNIQUE, access text COLLATE "C" NOT NULL,
    grants json NOT NULL, created_at timestamptz(3) NOT NULL, expires_at timestamptz(3));
  INSERT INTO quire_token VALUES ('ci', repeat('a', 64), 'custom', '[{"type":"${shop}","actions":["find"]}]',
    '2024-01-02T03:04:05.678Z', NULL);
  CREATE TABLE quire_access (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), revision bigint NOT NULL);
  INSERT INTO quire_access (revision) VALUES (7);
  CREATE SEQUENCE quire_tick START 40;
  CREATE SEQUENCE quire_item_id START 50;
`;

const token: TokenRecord = {
  name: 'ci',
  hash: 'a'.repeat(64),
  access: 'custom',
  grants: [{ type: shop, actions: ['find'] }],
  createdAt: '2024-01-02T03:04:05.678Z',
  expiresAt: null,
};

const limited = { role: 'public', type: shop, actions: ['find'] as const, fields: ['name'] };

const loaded = async (access: AccessStore) => {
  const { revision, roles, tokens } = valueOf(await access.load());
  const grants = roles.find(({ name }) => name === 'public')?.grants;
  return { revision, roles: roles.map(({ name }) => name), grants, tokens };
};

describe('migrations of the quire_* tables in PostgreSQL', () => {
  let opened: Opened;
  let client: Client;
  beforeEach(async () => {
    opened = await openEmpty('PostgreSQL', schema);
    client = new Client({ connectionString: opened.url });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await opened.close();
  });

  const migrated = async (): Promise<readonly string[]> =>
    (await client.query<{ name: string }>('SELECT name FROM quire_migrations ORDER BY id')).rows.map(
      ({ name }) => name,
    );

  const systemChanges = (changes: readonly { readonly kind: string; readonly name: string }[]) =>
    changes.filter(({ name }) => name.startsWith('quire_')).map(({ kind, name }) => [kind, name]);

  const all = [
    'SystemTables1795305600000',
    'AppValues1795348800000',
    'ChangeLog1795435200000',
    'CapturedVersions1795521600000',
    'TextSearch1795608000000',
    'Totals1795694400000',
    'IndexRecords1795780800000',
    'TypeWords1795867200000',
    'Freshness1795953600000',
    'SearchWords1796040000000',
    'WordsInLoops1796126400000',
  ];
  const changes = all.map((name) => ['safe', `quire_migrations.${name}`]);

  it('keep the data of the first version, and add what later versions need', async () => {
    await client.query(firstTables);
    const { access, schema: tables } = opened.store;
    expect(systemChanges(valueOf(await tables.status()))).to.deep.equal(changes);
    expect(systemChanges(valueOf(await tables.apply()))).to.deep.equal(changes);
    expect(valueOf(await tables.status())).to.deep.equal([]);
    expect(await migrated()).to.deep.equal(all);
    expect(await loaded(access)).to.deep.equal({
      revision: 7,
      roles: ['authenticated', 'chef', 'public'],
      grants: [{ type: shop, actions: ['find', 'update'] }],
      tokens: [token],
    });
    const { rows } = await client.query(
      `SELECT nextval('quire_tick') AS tick, nextval('quire_item_id') AS id`,
    );
    expect(rows).to.deep.equal([{ tick: '40', id: '50' }]);
  });

  it('let a server that polls for changes of access read them afterwards', async () => {
    await client.query(firstTables);
    const { access, schema: tables } = opened.store;
    valueOf(await tables.apply());
    const known = valueOf(await access.load());
    valueOf(await access.change({ grant: [limited] }));
    expect(valueOf(await access.load(known))).to.deep.equal(valueOf(await access.load()));
    expect((await loaded(access)).grants).to.deep.equal([
      { type: shop, actions: ['find'], fields: ['name'] },
      { type: shop, actions: ['update'] },
    ]);
  });

  it('run even if the schema is refused, so that grants and tokens can be revoked', async () => {
    await client.query(firstTables);
    await client.query('CREATE TABLE shops (name text)');
    const { access, schema: tables } = opened.store;
    expect(failureOf(await tables.apply()).code).to.equal('SCHEMA.UNSAFE_CHANGE');
    valueOf(
      await access.change({
        revoke: [{ role: 'public', type: shop, actions: ['update'] }],
        removeTokens: ['ci'],
      }),
    );
    const { grants, tokens } = await loaded(access);
    expect([grants, tokens]).to.deep.equal([[{ type: shop, actions: ['find'] }], []]);
  });

  it('are recorded and change nothing if all tables exist', async () => {
    const { access, schema: tables } = opened.store;
    valueOf(await tables.apply());
    valueOf(await access.change({ grant: [limited], addTokens: [token] }));
    const before = await loaded(access);
    await client.query('DROP TABLE quire_migrations');
    expect(valueOf(await tables.apply()).map(({ kind, name }) => [kind, name])).to.deep.equal(changes);
    expect(await migrated()).to.deep.equal(all);
    expect(await loaded(access)).to.deep.equal(before);
  });

  it('run once if several servers start together', async () => {
    await client.query(firstTables);
    const others = await Promise.all([1, 2, 3].map(() => openAt(opened.url, schema)));
    const applied = await Promise.all([opened.store, ...others].map((store) => store.schema.apply()));
    expect(applied.flatMap((result) => systemChanges(valueOf(result)))).to.deep.equal(changes);
    expect(await migrated()).to.deep.equal(all);
    await Promise.all(others.map((store) => store.close()));
  });

  it('roll back if one fails, and run at the next start', async () => {
    await client.query('CREATE DOMAIN quire_access AS integer');
    let message = '';
    await opened.store.schema.apply().catch((error: Error) => (message = error.message));
    expect(message).to.include('type "quire_access" already exists');
    const { rows } = await client.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
    expect(rows).to.deep.equal([]);
    await client.query('DROP DOMAIN quire_access');
    valueOf(await opened.store.schema.apply());
    expect(await migrated()).to.deep.equal(all);
  });
});
