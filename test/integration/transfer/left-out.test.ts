import { expect } from 'chai';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/world.js';
import { skipWithoutMongo } from '../../mongo.js';
import { openAt, openEmpty, openReady } from './opened-stores.js';
import { shopSchema, thing } from './shop-schema.js';
import { copy, differences, documentsNamed } from './transfer-world.js';

describe('what the schema does not name any more', () => {
  before(async function () {
    await skipWithoutMongo(this);
  });

  for (const [from, to] of [
    ['PostgreSQL', 'MongoDB'],
    ['MongoDB', 'PostgreSQL'],
  ] as const) {
    it(`stays in ${from}, and is named`, async () => {
      const former = shopSchema();
      const schema = shopSchema({ without: ['price'], partWithout: ['weight', 'more'] });
      const [source, target] = [await openReady(from, former), await openEmpty(to, schema)];
      const part = { label: 'kept', weight: 1.5, more: { a: 1 } };
      const data = {
        name: 'a',
        price: 2.5,
        parts: [part, part],
        zone: [{ __component: 'made.part', ...part }],
      };
      const asked = { kind: 'create', type: thing, layer: 'published', data, answer: {} } as const;
      valueOf(await documentsNamed('a', source.store, former).create(systemPrincipal, asked));

      const store = await openAt(source.url, schema);
      valueOf(await store.schema.apply());
      const { leftOut } = valueOf(await copy(schema, store, target.store));
      expect(leftOut).to.include.members([
        `4 values of ${thing} parts.weight, which the schema does not name`,
        `4 values of ${thing} parts.more, which the schema does not name`,
        `2 values of ${thing} zone (made.part).weight, which the schema does not name`,
      ]);
      expect(leftOut.join('\n')).to.match(/price/);
      expect(await differences(schema, store, target.store)).to.deep.equal([]);
      for (const { close } of [store, source, target]) await close();
    });
  }
});
