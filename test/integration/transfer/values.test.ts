import { expect } from 'chai';
import { valueOf } from '../../contract/world.js';
import { skipWithoutMongo } from '../../mongo.js';
import { openEmpty, openReady, type Opened, type StoreKind } from './opened-stores.js';
import { shopSchema } from './shop-schema.js';
import { copy, differences, documentsNamed, everything } from './transfer-world.js';
import { writeValues } from './write-values.js';

describe('values of every kind', () => {
  const schema = shopSchema();
  const opened: Opened[] = [];
  before(async function () {
    await skipWithoutMongo(this);
  });
  after(async () => {
    for (const { close } of opened) await close();
  });

  it('are the same after moving through every store', async () => {
    const first = await openReady('memory', schema);
    opened.push(first);
    const writing = documentsNamed('before', first.store, schema);
    await writeValues(writing);
    const said = await everything(schema, writing);

    const path: readonly StoreKind[] = ['PostgreSQL', 'MongoDB', 'PostgreSQL', 'memory', 'MongoDB', 'memory'];
    for (const kind of path) {
      const target = await openEmpty(kind, schema);
      const source = opened.at(-1)?.store ?? first.store;
      opened.push(target);
      valueOf(await copy(schema, source, target.store));
      expect(await differences(schema, first.store, target.store), kind).to.deep.equal([]);
      expect(await everything(schema, documentsNamed('after', target.store, schema)), kind).to.deep.equal(
        said,
      );
    }
  });
});
