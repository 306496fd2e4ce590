import { expect } from 'chai';
import { MongoClient, type Db, type Document } from 'mongodb';
import { readRows, RowsTooLarge } from '../../../src/adapters/store/mongodb/read/read-rows.js';
import { openTestMongo, skipWithoutMongo, type TestMongo } from '../../mongo.js';
import { openMongoProxy, type MongoProxy } from './mongo-proxy.js';

interface Row {
  readonly _id: number;
}

describe('rows of MongoDB', () => {
  let database: TestMongo | undefined;
  let proxy: MongoProxy | undefined;
  let client: MongoClient;
  let db: Db;

  before(async function () {
    await skipWithoutMongo(this);
    database = await openTestMongo();
    proxy = await openMongoProxy(database.url);
    client = new MongoClient(proxy.url, { maxPoolSize: 1 });
    db = client.db();
    const row = (text: string) => (_: unknown, _id: number) => ({ _id, text });
    await db.collection<{ _id: number }>('many').insertMany(Array.from({ length: 10_050 }, row('x')));
    await db
      .collection<{ _id: number }>('large')
      .insertMany(Array.from({ length: 20 }, row('x'.repeat(1e6))));
  });
  after(async () => {
    await client?.close();
    await proxy?.close();
    await database?.close();
  });

  const find = (collection: string): Document => ({ find: collection, filter: {}, sort: { _id: 1 } });
  const aggregate = (collection: string): Document => ({
    aggregate: collection,
    pipeline: [{ $sort: { _id: 1 } }],
    cursor: { batchSize: 10_000 },
  });
  const upTo = (length: number): readonly number[] => Array.from({ length }, (_, id) => id);

  const commands = (): readonly string[] =>
    (proxy?.commands.splice(0) ?? []).map((command) => Object.keys(command)[0] ?? '');

  for (const ask of [find, aggregate])
    for (const [collection, size] of [
      ['many', 10_050],
      ['large', 20],
    ] as const)
      it(`are complete if ${ask.name} of ${collection} needs several replies`, async () => {
        commands();
        const rows = await readRows<Row>(db, ask(collection));
        expect(rows.map(({ _id }) => _id)).to.deep.equal(upTo(size));
        const sent = commands();
        expect(sent[0]).to.equal(ask.name);
        expect(new Set(sent.slice(1))).to.deep.equal(new Set(['getMore']));
      });

  it('are refused without the rest if they are larger than the caller wants', async () => {
    commands();
    const read = readRows<Row>(db, find('large'), { maxBytes: 1e6 });
    expect(await read.catch((error: unknown) => error)).to.be.instanceOf(RowsTooLarge);
    expect(commands()).to.deep.equal(['find', 'killCursors']);
  });

  it('let others have turns of the event loop while a large reply is decoded', async () => {
    const fields = Object.fromEntries(Array.from({ length: 100 }, (_, field) => [`field${field}`, field]));
    const rows = Array.from({ length: 5_000 }, () => ({ ...fields }));
    await db.collection('wide').insertMany(rows);
    const watched = new MongoClient(proxy?.url ?? '', { monitorCommands: true });
    let turns = 0;
    watched.on('commandSucceeded', ({ commandName }) => {
      if (commandName !== 'find') return;
      const count = (): void => {
        turns += 1;
        counting = setImmediate(count);
      };
      let counting = setImmediate(count);
      ended = () => clearImmediate(counting);
    });
    let ended = (): void => {};
    const read = await readRows(watched.db(), { find: 'wide', filter: {}, limit: 5_000, batchSize: 5_001 });
    ended();
    await watched.close();
    expect(read.length).to.equal(5_000);
    expect(turns).to.be.above(0);
  });

  it('need one command and its getMores in a session', async () => {
    await client.withSession(async (session) => {
      session.startTransaction();
      commands();
      const rows = await readRows<Row>(db, find('many'), { session });
      expect(rows.map(({ _id }) => _id)).to.deep.equal(upTo(10_050));
      expect(new Set(commands().slice(1))).to.deep.equal(new Set(['getMore']));
      await session.abortTransaction();
    });
  });

  it('are read again after a connection is lost', async () => {
    await readRows<Row>(db, { ...find('many'), limit: 1 });
    await proxy?.down();
    await proxy?.up();
    const rows = await readRows<Row>(db, { ...find('many'), limit: 2 });
    expect(rows.map(({ _id }) => _id)).to.deep.equal([0, 1]);
  });

  it('fail with the error of the server', async () => {
    const asking = readRows<Row>(db, { ...find('many'), filter: { $nonsense: 1 } });
    const refusal = await asking.catch((error: unknown) => error);
    expect(refusal).to.be.an.instanceOf(Error);
  });
});
