import { expect } from 'chai';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/world.js';
import { skipWithoutMongo } from '../../mongo.js';
import { contentType, schemaFrom } from '../../schema-builders.js';
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

  it('move with attributes whose names are longer than those of columns, or those of columns of PostgreSQL', async () => {
    const names = ['a'.repeat(70), `${'a'.repeat(70)}b`, `${'long'.repeat(20)}Name`, 'xmin'];
    const odd = schemaFrom({
      contentTypes: [
        contentType('page', 'pages', Object.fromEntries(names.map((name) => [name, { type: 'string' }]))),
      ],
    });
    const [source, target] = [await openReady('PostgreSQL', odd), await openEmpty('memory', odd)];
    opened.push(source, target);
    const data = Object.fromEntries(names.map((name) => [name, `about ${name}`]));
    const writing = documentsNamed('before', source.store, odd);
    const create = { kind: 'create', type: 'api::page.page', layer: 'published', data } as const;
    valueOf(await writing.create(systemPrincipal, { ...create, answer: { fields: ['documentId'] } }));
    valueOf(await copy(odd, source.store, target.store));
    expect(await differences(odd, source.store, target.store)).to.deep.equal([]);
    const [, found] = await everything(odd, documentsNamed('after', target.store, odd));
    for (const value of Object.values(data)) expect(found).to.contain(`"${value}"`);
  });
});
