import { expect } from 'chai';
import { idOf } from '../../contract/world.js';
import { openLifeWorld, type LifeWorld } from './life-world.js';

/** Sixteen connections write the same few documents. The tables must be consistent after every possible order. */
describe('concurrent publishing on PostgreSQL', () => {
  let world: LifeWorld;
  before(async () => {
    world = await openLifeWorld({ poolSize: 16 });
  });
  after(() => world.scratch.close());

  /** Deterministic, so that a failing mix can be repeated. */
  const numbers = (seed: number) => {
    let state = seed;
    return (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
  };

  const rowsWhere = async (table: string, condition: string): Promise<number> =>
    (await world.scratch.run(`SELECT id FROM ${table} WHERE ${condition}`)).length;

  it('links stay consistent while both ends publish, unpublish, discard, connect and disconnect', async () => {
    const tags = await Promise.all(['s', 't', 'u'].map((name) => world.create('tag', { name })));
    const articles = await Promise.all(
      ['a', 'b', 'c'].map((name) => world.create('article', { name, tags })),
    );
    const below = numbers(7);
    const one = (from: readonly string[]): string => from[below(from.length)] ?? '';
    const steps = [
      () => world.move('publish', 'article', one(articles)),
      () => world.move('publish', 'tag', one(tags)),
      () => world.move('unpublish', 'article', one(articles)),
      () => world.update('article', one(articles), { tags: { connect: [one(tags)] } }, { layer: 'draft' }),
      () => world.update('article', one(articles), { tags: { disconnect: [one(tags)] } }, { layer: 'draft' }),
      () => world.update('tag', one(tags), { articles: [one(articles)] }, { layer: 'draft' }),
      () => world.update('tag', one(tags), { parent: one(tags) }, { layer: 'draft' }),
      () => world.update('tag', one(tags), { parent: one(tags), articles: { connect: [one(articles)] } }),
      () => world.move('discardDraft', 'tag', one(tags)),
    ];
    const writers = Array.from({ length: 16 }, async () => {
      for (let step = 0; step < 15; step++) await steps[below(steps.length)]?.();
    });
    await Promise.all(writers);
    const halfKeys = ['draft', 'published']
      .map((layer) => `(${layer}_key IS NULL) <> (${layer}_inverse_key IS NULL)`)
      .join(' OR ');
    for (const table of ['articles_tags_links', 'tags_parent_links']) {
      expect(await rowsWhere(table, halfKeys), table).to.equal(0);
      expect(await rowsWhere(table, 'draft_key IS NULL AND published_key IS NULL'), table).to.equal(0);
      const differs = '(draft_key IS NULL) <> (published_key IS NULL)';
      expect(await rowsWhere(table, `${differs} AND NOT source_pending AND NOT target_pending`)).to.equal(0);
    }
    for (const documentId of articles) await world.move('publish', 'article', documentId);
    for (const documentId of tags) await world.move('publish', 'tag', documentId);
    for (const table of ['articles_tags_links', 'tags_parent_links']) {
      expect(await rowsWhere(table, 'source_pending OR target_pending'), table).to.equal(0);
      expect(await rowsWhere(table, '(draft_key IS NULL) <> (published_key IS NULL)'), table).to.equal(0);
    }
    for (const documentId of tags) {
      expect(await rowsWhere('tags', `document_id = '${documentId}'`)).to.equal(2);
    }
  });

  it('concurrent writers of one new translation create it once, and all their values are kept', async () => {
    const a = await world.create('article', { name: 'a', edition: 1 });
    const writers = Array.from({ length: 16 }, (_, index) =>
      world.update('article', a, index % 2 === 0 ? { name: `n${index}` } : { edition: 9 }, {
        locale: 'fr',
        layer: index % 4 < 2 ? 'draft' : 'published',
      }),
    );
    await Promise.all(writers);
    expect(await rowsWhere('articles', `document_id = '${a}' AND locale = 'fr'`)).to.equal(2);
    const drafts = await world.find('article', { documentId: a, layer: 'draft', locale: '*' });
    expect(drafts.map(({ edition }) => edition)).to.deep.equal([9, 9]);
  });

  it('a single type that is created in several locales at once has one document with equal shared values', async () => {
    for (let round = 0; round < 20; round++) {
      const made = ['en', 'fr', 'de'].map((locale, index) =>
        world.put('home', { name: locale, edition: index }, { locale }),
      );
      await Promise.all(made);
      const homes = await world.find('home', { locale: '*' });
      expect(homes).to.have.length(3);
      expect(new Set(homes.map(({ documentId }) => documentId)).size).to.equal(1);
      expect(new Set(homes.map(({ edition }) => edition)).size).to.equal(1);
      await world.delete('home', idOf(homes[0]), '*');
    }
  });
});
