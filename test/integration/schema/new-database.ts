import { expect } from 'chai';
import type { SchemaStore } from '../../../src/application/ports/schema-store.js';
import type { SchemaDatabase } from './schema-database.js';
import type { Files } from './schema-files.js';

export const newFiles: Files = {
  types: {
    dish: {
      draftAndPublish: true,
      attributes: {
        name: { type: 'string', unique: true },
        slug: { type: 'uid' },
        price: { type: 'decimal', index: true },
        parts: { type: 'component', component: 'shared.part', repeatable: true },
        chef: { type: 'relation', relation: 'manyToOne', target: 'api::chef.chef', inversedBy: 'dishes' },
      },
    },
    chef: {
      attributes: {
        dishes: { type: 'relation', relation: 'oneToMany', target: 'api::dish.dish', mappedBy: 'chef' },
      },
    },
  },
  components: { 'shared.part': { weight: { type: 'integer' } } },
};

/** What every store makes of an empty database, whose error for a value that is there already has this code. */
export function describeNewDatabase(database: () => SchemaDatabase, conflict: unknown): void {
  it('gets everything once, and nothing the second time', async () => {
    const made = await database().apply(newFiles);
    expect(made).to.include.members(['dishs', 'chefs', 'dishs_chef_links']);
    expect(made).to.include(database().indexChange('dishs', 'name', 'unique'));
    expect(await database().apply(newFiles)).to.deep.equal([]);
    expect(await database().status(newFiles)).to.deep.equal([]);
  });

  it('is not changed by asking for its status', async () => {
    const changes = await database().status(newFiles);
    expect(changes.every(({ kind }) => kind === 'safe')).to.equal(true);
    expect(await database().names()).to.deep.equal([]);
  });

  it('keeps unique values apart among published versions only', async () => {
    await database().apply(newFiles);
    await database().insert('dishs', { name: 'Soup' }, { name: 'Soup', layer: 'draft' }, {}, {});
    let code: unknown;
    await database()
      .insert('dishs', { documentId: 'd9', name: 'Soup' })
      .catch((error: unknown) => (code = (error as { code: unknown }).code));
    expect(code).to.equal(conflict);
  });
}

/** Of stores over one empty database, which are given the files above. */
export async function expectOneToMakeIt(stores: readonly SchemaStore[]): Promise<void> {
  const results = await Promise.all(stores.map((store) => store.apply()));
  expect(results.map(({ ok }) => ok)).to.deep.equal(stores.map(() => true));
  expect(results.filter((result) => result.ok && result.value.length > 0)).to.have.lengthOf(1);
}
