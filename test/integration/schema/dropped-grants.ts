import { expect } from 'chai';
import { createGrantFilters } from '../../../src/adapters/delivery/codec/create-grant-filters.js';
import type { AccessState, AccessStore, GrantRecord } from '../../../src/application/ports/access-store.js';
import type { SchemaStore } from '../../../src/application/ports/schema-store.js';
import { withGrants } from '../../../src/application/schema-changes/with-grants.js';
import { valueOf } from '../../contract/results.js';
import { text } from './dishes-and-chefs.js';
import type { SchemaDatabase } from './schema-database.js';
import { schemaOf, type Files } from './schema-files.js';
import { relation } from '../../schema-builders.js';

const [dish, chef, menu] = ['api::dish.dish', 'api::chef.chef', 'api::menu.menu'] as const;
const controller = 'api::mail.mail';

const menus = { attributes: { dish: relation('manyToOne', 'dish') } };
const before: Files = {
  types: {
    dish: { attributes: { name: text, note: text, chef: relation('manyToOne', 'chef') } },
    chef: { attributes: { name: text } },
    menu: menus,
  },
};
const after: Files = { types: { dish: { attributes: { name: text } }, menu: menus } };

const grants: readonly GrantRecord[] = [
  { type: chef, actions: ['find'] },
  { type: dish, actions: ['find'], fields: ['name', 'note'] },
  { type: dish, actions: ['findOne'], fields: ['note'] },
  { type: dish, actions: ['create'], filters: { name: { $eq: 'note' } } },
  { type: dish, actions: ['update'], filters: { chef: { name: { $eq: 'x' } } } },
  { type: menu, actions: ['find'], filters: { $or: [{ dish: { note: { $eq: 'x' } } }] } },
];

interface Opened {
  readonly schema: SchemaStore;
  readonly access: AccessStore;
}

/** Grants go with what is dropped, on every store. */
export function describeDroppedGrants(database: () => SchemaDatabase): void {
  describe('grants of what is dropped', () => {
    const openedWith = async <T>(files: Files, work: (opened: Opened) => Promise<T>): Promise<T> => {
      const schema = schemaOf(files);
      const store = valueOf(await database().openStore(schema));
      try {
        const kept = withGrants(store.schema, store.access, {
          schema,
          filters: createGrantFilters(),
          controllers: new Set([controller]),
        });
        return await work({ schema: kept, access: store.access });
      } finally {
        await store.close();
      }
    };
    const state = async ({ access }: Opened): Promise<AccessState> => valueOf(await access.load());
    const publicGrants = async (opened: Opened) =>
      (await state(opened)).roles.find(({ name }) => name === 'public')?.grants;
    const leftovers = async ({ schema }: Opened) =>
      valueOf(await schema.status())
        .filter(({ kind }) => kind === 'leftover')
        .map(({ name }) => name);

    beforeEach(() =>
      openedWith(before, async ({ schema, access }) => {
        valueOf(await schema.apply());
        const token = {
          name: 'shop',
          hash: 'a'.repeat(64),
          access: 'custom',
          grants: grants.slice(0, 2),
          createdAt: '2024-01-01T00:00:00.000Z',
          expiresAt: null,
        } as const;
        const grant = grants.map((each) => ({ role: 'public', ...each }));
        valueOf(await access.change({ grant, addTokens: [token] }));
        expect(valueOf(await schema.status())).to.deep.equal([]);
      }),
    );

    it('are kept and listed until then, and found again by files that come back', async () => {
      await openedWith(after, async (opened) => {
        valueOf(await opened.schema.apply());
        expect(await leftovers(opened)).to.include.members([
          'chefs',
          'dishs.note',
          chef,
          `${dish}.chef`,
          `${dish}.note`,
          `${menu}.note`,
        ]);
        const messages = valueOf(await opened.schema.status()).map(({ message }) => message);
        expect(messages).to.include(
          `Grants of public, token "shop" name ${chef}, which is not in the schema; they are kept until \`quire schema drop ${chef}\`.`,
        );
        const named = await opened.schema.drop(['nothing']);
        expect(named).to.have.nested.property('failure.code', 'INPUT.MISMATCH');
        expect(await publicGrants(opened)).to.have.length(grants.length);
      });
      await openedWith(before, async (opened) => {
        expect(valueOf(await opened.schema.status())).to.deep.equal([]);
        expect(await publicGrants(opened)).to.have.length(grants.length);
      });
    });

    it('are listed with what is dropped, and how many rows or values are in it', async () => {
      await database().insert(
        'dishs',
        { name: 'A', note: 'long' },
        { name: 'B', note: 'short' },
        { name: 'C' },
      );
      await database().insert('chefs', { name: 'Kai' });
      await openedWith(after, async ({ schema }) => {
        valueOf(await schema.apply());
        const held = valueOf(await schema.leftovers()).map(({ name, values }) => [name, values]);
        expect(held).to.deep.include.members([
          ['chefs', 1],
          ['dishs.note', 2],
          [chef, 0],
        ]);
        const names = valueOf(await schema.status()).map(({ name }) => name);
        expect(held.map(([name]) => name)).to.have.members(names);
      });
    });

    it('go with an attribute: out of fields, and with the filters that name it', async () => {
      await openedWith(after, async (opened) => {
        valueOf(await opened.schema.apply());
        valueOf(await opened.schema.drop(['dishs.note']));
        expect(await publicGrants(opened)).to.deep.equal([
          { type: chef, actions: ['find'] },
          { type: dish, actions: ['find'], fields: ['name'] },
          { type: dish, actions: ['create'], filters: { name: { $eq: 'note' } } },
          { type: dish, actions: ['update'], filters: { chef: { name: { $eq: 'x' } } } },
        ]);
        expect((await state(opened)).tokens[0]).to.deep.include({
          name: 'shop',
          grants: [
            { type: chef, actions: ['find'] },
            { type: dish, actions: ['find'], fields: ['name'] },
          ],
        });
        expect(await leftovers(opened))
          .to.include.members(['chefs', chef])
          .and.not.include(`${dish}.note`);
      });
    });

    it('go with a content-type, so that another of its name has none', async () => {
      await openedWith(after, async (opened) => {
        valueOf(await opened.schema.apply());
        valueOf(await opened.schema.drop(['chefs']));
        const held = await publicGrants(opened);
        expect(held?.map(({ type }) => type)).not.to.include(chef);
        expect((await state(opened)).tokens[0]?.grants.map(({ type }) => type)).to.deep.equal([dish]);
        valueOf(await opened.schema.drop('all'));
        expect(valueOf(await opened.schema.status())).to.deep.equal([]);
      });
      await openedWith(before, async (opened) => {
        valueOf(await opened.schema.apply());
        expect(await publicGrants(opened)).to.deep.equal([
          { type: dish, actions: ['find'], fields: ['name'] },
          { type: dish, actions: ['create'], filters: { name: { $eq: 'note' } } },
        ]);
      });
    });

    it('of a controller without a content-type stay, whatever is dropped', async () => {
      await openedWith(after, async (opened) => {
        valueOf(await opened.schema.apply());
        valueOf(
          await opened.access.change({ grant: [{ role: 'public', type: controller, actions: ['find'] }] }),
        );
        expect(await leftovers(opened)).not.to.include(controller);
        valueOf(await opened.schema.drop('all'));
        expect(await publicGrants(opened)).to.deep.include({ type: controller, actions: ['find'] });
      });
    });

    it('can be dropped by themselves, where the data went before', async () => {
      await openedWith(after, async (opened) => {
        valueOf(await opened.schema.apply());
        expect(valueOf(await opened.schema.drop([chef])).map(({ name }) => name)).to.deep.equal([chef]);
        expect(await leftovers(opened))
          .to.include('chefs')
          .and.not.include(chef);
      });
    });

    it('stay where the content-type is kept under another name, and is there', async () => {
      const moved: Files = {
        types: { ...before.types, menu: { ...menus, collectionName: 'menu_cards' } },
      };
      await openedWith(moved, async (opened) => {
        valueOf(await opened.schema.apply());
        valueOf(await opened.schema.drop('all'));
        expect(await publicGrants(opened)).to.have.length(grants.length);
      });
    });
  });
}
