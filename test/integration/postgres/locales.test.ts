import { expect } from 'chai';
import { populate } from '../../contract/questions.js';
import { openLifeWorld, type LifeWorld } from './life-world.js';

describe('PostgreSQL and locales', () => {
  let world: LifeWorld;
  before(async () => {
    world = await openLifeWorld();
  });
  after(() => world.scratch.close());

  const inFrench = { locale: 'fr' } as const;
  /** Returns rows by locale and layer, with the transaction that wrote each. */
  const rows = async (type: string, documentId: string) => {
    const text = `SELECT *, xmin::text AS writer FROM ${type}s WHERE document_id = $1`;
    const found = await world.scratch.run(text, [documentId]);
    return new Map(found.map((row) => [`${String(row['locale'])} ${String(row['status'])}`, row]));
  };
  const refusalOf = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work;
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error('this was expected to be refused');
  };

  it('a translation gets the shared values, also in its published version', async () => {
    const facts = { z: 1, a: 'x' };
    const a = await world.create('article', { name: 'a', edition: 3, facts, opensAt: '09:30:00.000' });
    await world.update('article', a, { name: 'b' }, inFrench);
    const found = await rows('article', a);
    for (const key of ['fr draft', 'fr published']) {
      expect(found.get(key)).to.deep.include({ name: 'b', edition: 3, facts, opens_at: '09:30:00' });
    }
    expect(found.get('fr draft')?.['published_id']).to.equal(found.get('fr published')?.['id']);
  });

  it('shared values are written to the same layer of other locales, unless they are equal', async () => {
    const a = await world.create('article', { name: 'a', edition: 1, facts: { a: 1 } });
    await world.update('article', a, { name: 'b' }, inFrench);
    const before = await rows('article', a);
    await world.update('article', a, { name: 'c', edition: 1, facts: { a: 1 } });
    const same = await rows('article', a);
    for (const key of ['fr draft', 'fr published']) {
      expect(same.get(key)?.['writer']).to.equal(before.get(key)?.['writer']);
    }
    await world.update('article', a, { edition: 2 }, { layer: 'draft' });
    const drafted = await rows('article', a);
    expect(drafted.get('fr draft')).to.include({ edition: 2, name: 'b', has_changes: false });
    expect(drafted.get('fr published')?.['writer']).to.equal(before.get('fr published')?.['writer']);
    await world.move('publish', 'article', a);
    const published = await rows('article', a);
    expect(published.get('fr published')).to.include({ edition: 2, name: 'b' });
    expect(published.get('fr draft')?.['writer']).to.equal(drafted.get('fr draft')?.['writer']);
    await world.update('article', a, { edition: null }, { ...inFrench, layer: 'draft' });
    expect((await rows('article', a)).get('en draft')).to.include({ edition: null });
    await world.move('discardDraft', 'article', a, 'fr');
    expect((await rows('article', a)).get('en draft')).to.include({ edition: 2 });
  });

  it('deleting a locale keeps the others, and the links that do not name it', async () => {
    const [page, t] = [await world.create('page', { name: 'p' }), await world.create('tag', { name: 't' })];
    await world.update('page', page, { name: 'q' }, inFrench);
    const a = await world.create('article', { name: 'a', tags: [t], page });
    await world.update('article', a, { name: 'b', tags: [t], page }, inFrench);
    await world.delete('article', a, 'fr');
    expect([...(await rows('article', a)).keys()].sort()).to.deep.equal(['en draft', 'en published']);
    expect(await world.names('tag', t, 'articles')).to.deep.equal(['a']);
    expect(await world.names('tag', t, 'articles', inFrench)).to.deep.equal([]);
    expect(await world.names('article', a, 'page')).to.equal('p');
    await world.delete('page', page);
    expect(await world.names('article', a, 'page')).to.equal(null);
    await world.delete('article', a, '*');
    expect(await world.scratch.run('SELECT id FROM articles_tags_links')).to.deep.equal([]);
    expect(await world.scratch.run('SELECT id FROM articles_page_links')).to.deep.equal([]);
  });

  it('a source without locales can link several locales of one document, all of which must exist', async () => {
    const p = await world.create('page', { name: 'p' });
    const shelve = (...locales: string[]) =>
      world.create('shelf', { name: 's', pages: locales.map((locale) => ({ documentId: p, locale })) });
    const refusal = await refusalOf(shelve('en', 'fr'));
    expect(refusal).to.contain(`Document with id "${p}", locale "fr" not found`);
    await world.update('page', p, { name: 'q' }, inFrench);
    const s = await shelve('fr', 'en');
    expect(await world.names('shelf', s, 'pages')).to.deep.equal(['q', 'p']);
  });

  it('the locale context is passed on through types without locales', async () => {
    const s = await world.create('shelf', { name: 's' });
    const a = await world.create('article', { name: 'a', shelf: s });
    await world.update('article', a, { name: 'b', shelf: s }, inFrench);
    await world.create('article', { name: 'c', shelf: s }, inFrench);
    expect(await world.names('shelf', s, 'articles')).to.deep.equal(['a']);
    expect(await world.names('shelf', s, 'articles', inFrench)).to.deep.equal(['b', 'c']);
    expect(await world.names('shelf', s, 'articles', { locale: '*' })).to.deep.equal(['a', 'b', 'c']);
    expect(await world.names('shelf', s, 'articles', { locale: ['en', 'de'] })).to.deep.equal(['a']);
    const inner = populate({ name: 'articles', fields: ['name'] });
    const answer = {
      fields: ['name'],
      populate: populate({ name: 'shelf', fields: ['name'], populate: inner }),
    };
    const [first] = await world.find('article', { ...answer, documentId: a, locale: 'fr' });
    expect(JSON.stringify(first)).to.contain('"b"').and.to.contain('"c"').and.not.to.contain('"a"');
  });

  it('a document leads to its other locales, in the layer that is read', async () => {
    const a = await world.create('article', { name: 'a' });
    await world.update('article', a, { name: 'b' }, inFrench);
    await world.update('article', a, { name: 'c' }, { locale: 'de', layer: 'draft' });
    expect(await world.names('article', a, 'localizations')).to.deep.equal(['b']);
    expect(await world.names('article', a, 'localizations', { layer: 'draft' })).to.deep.equal(['b', 'c']);
    expect(await world.names('article', a, 'localizations', { ...inFrench })).to.deep.equal(['a']);
  });

  it('documents are found by their publication state in the locale that is read', async () => {
    const a = await world.create('article', { name: 'x1' });
    await world.update('article', a, { name: 'x2' }, { ...inFrench, layer: 'draft' });
    await world.create('article', { name: 'x3' }, { ...inFrench });
    const changed = await world.create('article', { name: 'x4' }, { ...inFrench });
    await world.update('article', changed, { name: 'x5' }, { ...inFrench, layer: 'draft' });
    const found = async (
      publication: 'never-published' | 'modified' | 'unmodified',
      layer: 'draft' | 'published',
    ) =>
      (await world.find('article', { publication, layer, locale: 'fr', fields: ['name'] }))
        .map((document) => document['name'])
        .filter((name) => typeof name === 'string' && name.startsWith('x'));
    expect(await found('never-published', 'draft')).to.deep.equal(['x2']);
    expect(await found('modified', 'draft')).to.deep.equal(['x5']);
    expect(await found('modified', 'published')).to.deep.equal(['x4']);
    expect(await found('unmodified', 'published')).to.deep.equal(['x3']);
    expect(await found('unmodified', 'draft')).to.deep.equal(['x3']);
  });

  it('a link of a localized document takes over its target from the holder in the same locale', async () => {
    const p = await world.create('page', { name: 'p' });
    await world.update('page', p, { name: 'q' }, inFrench);
    const a = await world.create('article', { name: 'a', page: p });
    await world.update('article', a, { name: 'b', page: p }, inFrench);
    const c = await world.create('article', { name: 'c', page: p }, inFrench);
    expect(await world.names('article', a, 'page')).to.equal('p');
    expect(await world.names('article', a, 'page', inFrench)).to.equal(null);
    expect(await world.names('article', c, 'page', inFrench)).to.equal('q');
  });
});
