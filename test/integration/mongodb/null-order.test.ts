import { expect } from 'chai';
import { buildSchema } from '../../../src/domain/schema/build-schema.js';
import { asc, desc } from '../../contract/questions.js';
import { valueOf } from '../../contract/results.js';
import { contentType } from '../../contract/schema-files.js';
import { createWorld } from '../../contract/world.js';
import { useProxiedStore } from './proxied-store.js';

describe('a MongoDB page sorted by an indexed attribute', () => {
  const name = { type: 'string', index: true };
  const type = contentType('category', 'categories', {}, { name, rank: { type: 'integer' } });
  const schema = valueOf(buildSchema({ contentTypes: [type], components: [] }));
  const proxied = useProxiedStore(schema);

  it('sorts nulls above every value, wherever it begins, and needs one aggregate', async () => {
    const world = createWorld(proxied.store(), schema);
    for (const [rank, text] of ['b', null, 'c', null, 'a', null].entries())
      await world.create('category', { name: text, rank });
    const ranks = async (sort: ReturnType<typeof asc>, offset: number) => {
      const found = await world.find('category', { sort: [sort], range: { offset, limit: 2 } });
      return found.map((each) => each['rank']);
    };
    const ascending = [4, 0, 2, 1, 3, 5];
    const descending = [...ascending].reverse();
    for (let offset = 0; offset <= 6; offset += 1) {
      expect(await ranks(asc('name'), offset)).to.deep.equal(ascending.slice(offset, offset + 2));
      expect(await ranks(desc('name'), offset)).to.deep.equal(descending.slice(offset, offset + 2));
    }
    expect(await proxied.sent(() => ranks(desc('name'), 2))).to.equal('aggregate');
  });
});
