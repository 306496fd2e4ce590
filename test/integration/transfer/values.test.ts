import { expect } from 'chai';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/world.js';
import { skipWithoutMongo } from '../../mongo.js';
import { openEmpty, openReady, type Opened, type StoreKind } from './opened-stores.js';
import { shop, shopSchema, thing } from './shop-schema.js';
import { copy, differences, documentsNamed, everything } from './transfer-world.js';

const item = (more: object) => ({
  label: 'é "quoted" \\ {a,b} 😀',
  weight: 0.1,
  at: '10:00:00.001',
  seen: '0001-01-01T00:00:00.000Z',
  big: '9223372036854775807',
  more: { b: 1, a: [null, { $set: 1 }], '0': 'NULL' },
  ...more,
});

const values = [
  { name: '', data: [], yes: false, float: -0.5, price: 0, big: '0', parts: [] },
  { name: 'NULL', data: 'NULL', float: 1e21, price: 9_999_999_999.99, big: '-9223372036854775808' },
  { name: '{"a"}', data: { $where: '1', 'a.b': 1, '': [[]] }, day: '0001-01-01', at: '00:00:00' },
  {
    name: 'line\nbreak\ttab',
    data: 0,
    day: '9999-12-31',
    at: '23:59:59.999',
    seen: '9999-12-31T23:59:59.999Z',
  },
  { name: '\\N', secret: 'hidden', data: [1.5, 'é'], float: 1 / 3, seen: '2024-02-29T00:00:00.001Z' },
];

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
    const answer = { fields: ['documentId'] };
    const made = await writing.create(systemPrincipal, {
      kind: 'create',
      type: shop,
      layer: 'published',
      data: { name: 'Corner' },
      answer,
    });
    const documentId = valueOf(made).answer.documents()[0]?.['documentId'];
    for (const data of values) {
      const zone = [{ __component: 'made.part', ...item({ shop: { documentId } }) }];
      const whole = { parts: [item({}), {}], zone, shops: [documentId], ...data };
      const mutation = { kind: 'create', type: thing, layer: 'published', data: whole, answer } as const;
      valueOf(await writing.create(systemPrincipal, mutation));
    }
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
