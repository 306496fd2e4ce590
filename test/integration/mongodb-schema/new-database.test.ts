import { expect } from 'chai';
import { describeNewDatabase, expectOneToMakeIt, newFiles } from '../schema/new-database.js';
import { useMongo } from './mongo-schema-database.js';

describe('a new MongoDB database', () => {
  const database = useMongo('new');

  describeNewDatabase(database, 11000);

  it('serves several servers that start at once', () =>
    expectOneToMakeIt(Array.from({ length: 4 }, () => database().store(newFiles))));

  it('indexes links from both ends', async () => {
    await database().apply(newFiles);
    expect(await database().indexes('dishs_chef_links')).to.include.members([
      'link',
      'source_draft_one',
      'source_published_one',
      'target_draft',
      'target_pending',
    ]);
  });

  it('keeps somebody else’s collections and indexes as they are', async () => {
    await database().db.collection('orders').insertOne({ name: 'x' });
    await database().apply(newFiles);
    await database().db.collection('dishs').createIndex({ slug: 1, name: 1 }, { name: 'mine' });
    await database().apply(newFiles);
    expect(await database().status(newFiles)).to.deep.equal([]);
    expect(await database().indexes('dishs')).to.include('mine');
    expect(await database().rows('orders', 'name')).to.deep.equal([{ name: 'x' }]);
  });

  it('refuses a collection of that name which is somebody else’s, unless it is empty', async () => {
    await database().db.collection('dishs').insertOne({ name: 'x' });
    const { code, message } = await database().refused(newFiles);
    expect(code).to.equal('SCHEMA.UNSAFE_CHANGE');
    expect(message).to.include('"dishs" is in this database already');
    await database().db.collection('dishs').deleteMany({});
    expect(await database().apply(newFiles)).to.include('dishs');
  });

  it('makes an index again that is gone, or is another one under its name', async () => {
    await database().apply(newFiles);
    await database().db.collection('dishs').dropIndex('price_index');
    await database().db.collection('dishs').dropIndex('changed');
    await database().db.collection('dishs').createIndex({ name: 1 }, { name: 'changed' });
    expect((await database().status(newFiles)).map(({ message }) => message)).to.deep.equal([
      'Index "changed" of "dishs" is made anew.',
      'Index "changed" is made on "dishs".',
      'Index "price_index" is made on "dishs".',
    ]);
    await database().apply(newFiles);
    expect(await database().status(newFiles)).to.deep.equal([]);
  });

  it('lists an index that bears one of our names, and drops it', async () => {
    await database().apply(newFiles);
    await database().db.collection('dishs').createIndex({ old: 1 }, { name: 'old_index' });
    expect((await database().status(newFiles)).map(({ kind, name }) => [kind, name])).to.deep.equal([
      ['leftover', 'dishs/old_index'],
    ]);
    expect(await database().drop(newFiles, ['dishs/old_index'])).to.deep.equal(['dishs/old_index']);
    expect(await database().status(newFiles)).to.deep.equal([]);
  });
});
