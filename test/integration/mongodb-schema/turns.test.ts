import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Canceller } from '../../../src/domain/cancellation.js';
import { withLease } from '../../../src/adapters/store/mongodb/schema/schema-lease.js';
import type { Files } from '../schema/schema-files.js';
import { silent, useMongo } from './mongo-schema-database.js';

const files: Files = { types: { dish: { attributes: { name: { type: 'string' } } } } };

describe('the turn to change a MongoDB database', () => {
  const database = useMongo();

  const turns = () => database().db.collection<{ _id: string; holder: string; until: Date }>('quire_schema');
  const hold = (until: Date) => turns().insertOne({ _id: 'turn', holder: 'another', until });

  it('is waited for so long, and then the start fails with the reason', async () => {
    await hold(new Date(Date.now() + 60_000));
    const told: string[] = [];
    const log = { ...silent, warn: (message: string) => void told.push(message) };
    const store = database().store(files, { log, times: { leaseMs: 20_000, timeoutMs: 300 } });
    const applied = await store.apply();
    expect(applied.ok ? '' : applied.failure.code).to.equal('STORE.CONFLICT');
    expect(applied.ok ? '' : applied.failure.message).to.include('Another server has been changing');
    expect(told).to.have.lengthOf(1);
    expect(await database().db.listCollections({ name: 'dishs' }).toArray()).to.deep.equal([]);
  });

  it('is waited for until the server has to stop', async () => {
    await hold(new Date(Date.now() + 60_000));
    const stopping = new Canceller();
    const log = { ...silent, warn: () => stopping.abort() };
    const applied = await database().store(files, { log }).apply(stopping);
    expect(applied.ok ? '' : applied.failure.code).to.equal('STORE.TIMEOUT');
    expect(applied.ok ? '' : applied.failure.message).to.include('waiting for another server or command');
  });

  it('is free when its holder is gone', async () => {
    await hold(new Date(Date.now() - 1));
    expect(await database().apply(files)).to.include('dishs');
    expect(await turns().findOne({ _id: 'turn' })).to.equal(null);
  });

  it('is not needed where nothing changes', async () => {
    await database().apply(files);
    await hold(new Date(Date.now() + 60_000));
    expect(await database().apply(files)).to.deep.equal([]);
  });

  it('is renewed for as long as the work takes', async () => {
    const times = { leaseMs: 8_000, timeoutMs: 60_000 };
    const ends = async () => (await turns().findOne({ _id: 'turn' }))?.until.getTime() ?? 0;
    const done: string[] = [];
    const first = withLease(database().db, silent, times, async (confirm) => {
      const began = await ends();
      while ((await ends()) <= began) await sleep(50);
      confirm();
      done.push('first');
    });
    while ((await ends()) === 0) await sleep(5);
    const second = withLease(database().db, silent, times, async () => void done.push('second'));
    await Promise.all([first, second]);
    expect(done).to.deep.equal(['first', 'second']);
    expect(await turns().findOne({ _id: 'turn' })).to.equal(null);
  });

  it('lets one server change what both would', async () => {
    await database().apply(files);
    await database().insert('dishs', ...Array.from({ length: 3_000 }, (_, n) => ({ name: String(n) })));
    const changed: Files = { types: { dish: { attributes: { name: { type: 'integer' } } } } };
    const store = database().store(changed);
    const [first, second] = await Promise.all([store.apply(), store.apply()]);
    expect(first.ok && second.ok).to.equal(true);
    expect((await database().rows('dishs', 'name')).every(({ name }) => typeof name === 'number')).to.equal(
      true,
    );
  });
});
