import { expect } from 'chai';
import type { SchemaDatabase } from './schema-database.js';
import type { Files } from './schema-files.js';
import { relation } from '../../schema-builders.js';

const name = { type: 'string' };
const files = (chefs?: Readonly<Record<string, unknown>>, attribute = 'chefs'): Files => ({
  types: {
    dish: { attributes: chefs === undefined ? { name } : { name, [attribute]: chefs } },
    chef: { attributes: { name } },
    cook: { attributes: { name } },
  },
});

/** What every store keeps of links when the relations in the files change. */
export function describeChangedRelations(database: () => SchemaDatabase): void {
  describe('changed relations with links', () => {
    beforeEach(async () => {
      await database().apply(files(relation('manyToMany', 'chef')));
      await database().link(
        'dishs_chefs_links',
        { source: 'd1', target: 'c1', key: 'a' },
        { source: 'd1', target: 'c2', key: 'b' },
        { source: 'd2', target: 'c1', key: 'c' },
      );
    });

    it('an added relation has a place, a removed one keeps it and finds it again', async () => {
      await database().apply(files());
      expect((await database().status(files())).map(({ kind, name: of }) => [kind, of])).to.deep.equal([
        ['leftover', 'dishs_chefs_links'],
      ]);
      await database().apply(files(relation('manyToMany', 'chef')));
      expect(await database().linked('dishs_chefs_links')).to.deep.equal(['d1>c1', 'd1>c2', 'd2>c1']);
    });

    it('a renamed relation takes its links along', async () => {
      const renamed = files(relation('manyToMany', 'api::chef.chef', { renamedFrom: 'chefs' }), 'authors');
      await database().apply(renamed);
      expect(await database().linked('dishs_authors_links')).to.deep.equal(['d1>c1', 'd1>c2', 'd2>c1']);
      expect(await database().status(renamed)).to.deep.equal([]);
    });

    it('a relation to one is refused while documents hold several', async () => {
      const { message } = await database().refused(files(relation('manyToOne', 'chef')));
      expect(message).to.include('1 document holds several, for example "d1"');
      await database().unlink('dishs_chefs_links', 'c2');
      await database().apply(files(relation('manyToOne', 'chef')));
      expect(await database().linked('dishs_chefs_links')).to.deep.equal(['d1>c1', 'd2>c1']);
      await database().apply(files(relation('manyToMany', 'chef')));
      await database().link('dishs_chefs_links', { source: 'd1', target: 'c3', key: 'd' });
    });

    it('a relation that becomes two-way keeps its links', async () => {
      const both = files(relation('manyToMany', 'api::chef.chef', { inversedBy: 'dishes' }));
      const chef = {
        attributes: { name, dishes: relation('manyToMany', 'api::dish.dish', { mappedBy: 'chefs' }) },
      };
      await database().apply({ types: { ...both.types, chef } });
      expect(await database().linked('dishs_chefs_links')).to.have.lengthOf(3);
    });

    it('links cannot turn to another content-type', async () => {
      const { message } = await database().refused(files(relation('manyToMany', 'api::cook.cook')));
      expect(message).to.include('"chefs" now points at api::cook.cook, but 3 links point at api::chef.chef');
      await database().unlink('dishs_chefs_links');
      await database().apply(files(relation('manyToMany', 'api::cook.cook')));
    });
  });
}
