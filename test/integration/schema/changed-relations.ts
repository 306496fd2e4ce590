import { expect } from 'chai';
import type { SchemaDatabase } from './schema-database.js';
import type { Attributes, Files, TypeFile } from './schema-files.js';
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

    describe('of a content-type with another collectionName', () => {
      const chefs = relation('manyToMany', 'chef');
      /** The files with another `dish`, and what more `chef` has. */
      const moved = (
        dish: Partial<TypeFile>,
        chef: Partial<TypeFile> = {},
        attributes: Attributes = { chefs },
      ): Files => {
        const { types } = files();
        return {
          types: {
            ...types,
            dish: { attributes: { name, ...attributes }, ...dish },
            chef: { attributes: { name }, ...chef },
          },
        };
      };
      const links = ['d1>c1', 'd1>c2', 'd2>c1'];

      beforeEach(() => database().insert('dishs', { name: 'Soup' }));

      it('stay with the documents, which the plan says, and are there when it is put back', async () => {
        const meals = moved({ collectionName: 'meals' });
        const status = await database().status(meals);
        const { message, isDoubtful } = status.find((each) => each.name === 'meals') ?? {};
        expect(isDoubtful).to.equal(true);
        expect(message).to.include(
          '"meals" is made, and is empty: the documents of api::dish.dish stay in "dishs". To keep them, give it "renamedFrom": "dishs" in this change.',
        );
        await database().apply(meals);
        expect(await database().linked('meals_chefs_links')).to.deep.equal([]);
        expect(await database().linked('dishs_chefs_links')).to.deep.equal(links);
        await database().link('meals_chefs_links', { source: 'm1', target: 'c1', key: 'a' });
        await database().apply(moved({}));
        expect(await database().linked('dishs_chefs_links')).to.deep.equal(links);
        const dropped = await database().drop(moved({}), 'all');
        expect(dropped).to.include.members(['meals', 'meals_chefs_links']);
        expect(await database().linked('dishs_chefs_links')).to.deep.equal(links);
      });

      for (const [title, ...names] of [
        ['of the one before, not of an earlier one', 'dishs', 'meals', 'plates'],
        ['of one that was put back', 'dishs', 'meals', 'dishs', 'plates'],
      ])
        it(`stay in the collection ${title}, as the plan says`, async () => {
          for (const collectionName of names.slice(0, -1)) await database().apply(moved({ collectionName }));
          const status = await database().status(moved({ collectionName: 'plates' }));
          expect(status.find(({ name }) => name === 'plates')?.message).to.include(
            `give it "renamedFrom": "${names.at(-2)}"`,
          );
        });

      for (const attribute of ['chefs', 'cooks'])
        it(`stay with the documents when a rename is taken back, of an attribute that was ${attribute} there`, async () => {
          const renamed = attribute === 'chefs' ? chefs : { ...chefs, renamedFrom: 'chefs' };
          const attributes = { [attribute]: renamed };
          const meals = moved({ collectionName: 'meals', renamedFrom: 'dishs' }, {}, attributes);
          const stored = `meals_${attribute}_links`;
          await database().apply(meals);
          expect(await database().linked(stored)).to.deep.equal(links);
          await database().apply(moved({}));
          expect(await database().linked('dishs_chefs_links')).to.deep.equal([]);
          expect(await database().linked(stored)).to.deep.equal(links);
          await database().apply(meals);
          expect(await database().linked(stored)).to.deep.equal(links);
        });

      it('are not taken from its former documents by an attribute that is added later', async () => {
        await database().apply(moved({ collectionName: 'meals' }, {}, {}));
        await database().apply(moved({ collectionName: 'meals' }));
        expect(await database().linked('meals_chefs_links')).to.deep.equal([]);
        expect(await database().linked('dishs_chefs_links')).to.deep.equal(links);
      });

      it('cannot point at documents that stay behind', async () => {
        await database().insert('chefs', { name: 'Ada' });
        const { message } = await database().refused(moved({}, { collectionName: 'cooks2' }));
        expect(message).to.include(
          '"chefs" of api::dish.dish points at api::chef.chef, whose documents stay in "chefs", and 3 links point at them',
        );
        await database().apply(moved({}, { collectionName: 'cooks2', renamedFrom: 'chefs' }));
        expect(await database().linked('dishs_chefs_links')).to.deep.equal(links);
      });
    });
  });
}
