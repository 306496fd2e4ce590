import { expect } from 'chai';
import { describeChangedFiles } from '../schema/changed-files.js';
import { describeChangedRelations } from '../schema/changed-relations.js';
import { describeRenamedUids } from '../schema/renamed-uids.js';
import { useMongo } from './mongo-schema-database.js';

describe('a MongoDB database', () => {
  const database = useMongo();

  describeChangedFiles(database);
  describeChangedRelations(database);
  describeRenamedUids(database);

  it('keeps numeric ids growing where a content-type is renamed', async () => {
    const attributes = { name: { type: 'string' } };
    await database().apply({ types: { dish: { attributes } } });
    await database().insert('dishs', { name: 'Soup' });
    await database().apply({
      types: { meal: { attributes, collectionName: 'meals', renamedFrom: 'dishs' } },
    });
    const counters = database().db.collection<{ _id: string; value: number }>('quire_counters');
    expect((await counters.findOne({ _id: 'meals' }))?.value).to.equal(2);
  });
});
