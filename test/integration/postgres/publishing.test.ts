import { expect } from 'chai';
import { openLifeWorld, type LifeWorld } from './life-world.js';

/** Checks the tables after publishing. */
describe('publishing on PostgreSQL', () => {
  let world: LifeWorld;
  before(async () => {
    world = await openLifeWorld();
  });
  after(() => world.scratch.close());

  const rows = (type: string, documentId: string) =>
    world.scratch.run(`SELECT * FROM ${type}s WHERE document_id = $1 ORDER BY locale, status`, [documentId]);
  const links = (table: string, column: string, documentId: string) =>
    world.scratch.run(`SELECT * FROM ${table} WHERE ${column} = $1 ORDER BY id`, [documentId]);

  it('a published version is a copy of its draft, which keeps its id', async () => {
    const a = await world.create('article', {
      name: 'a',
      edition: 2,
      facts: { b: 1, a: [null] },
      opensAt: '10:15:00.000',
    });
    const [draft, published] = await rows('article', a);
    expect(draft).to.include({ status: 'draft', locale: 'en', published_at: null, has_changes: false });
    expect(draft?.['published_id']).to.equal(published?.['id']);
    const same = ({
      name,
      edition,
      facts,
      opens_at,
      created_at,
      updated_at,
    }: Record<string, unknown> = {}) => ({ name, edition, facts, opens_at, created_at, updated_at });
    expect(same(published)).to.deep.equal(same(draft));
  });

  it('ids and the contents of a draft survive repeated publishing', async () => {
    const a = await world.create('article', { name: 'a', slug: 'first' }, { layer: 'draft' });
    expect((await rows('article', a)).map((row) => row['status'])).to.deep.equal(['draft']);
    const { id } = await world.move('publish', 'article', a);
    await world.update('article', a, { name: 'b' }, { layer: 'draft' });
    expect(await world.one('article', a)).to.include({ id, name: 'a' });
    expect((await rows('article', a))[0]).to.include({ has_changes: true });
    await world.move('unpublish', 'article', a);
    expect(await world.one('article', a)).to.deep.equal({});
    expect(await world.move('publish', 'article', a)).to.include({ id, name: 'b', slug: 'first' });
    expect((await rows('article', a))[0]).to.include({
      has_changes: false,
      published_id: JSON.stringify(id),
    });
    expect(await world.update('article', a, { name: 'c' })).to.include({ id, name: 'c' });
    await world.update('article', a, { name: 'd', edition: 7 }, { layer: 'draft' });
    expect(await world.move('discardDraft', 'article', a)).to.include({ name: 'c', edition: null });
    const [draft, published] = await rows('article', a);
    expect(draft).to.include({ has_changes: false });
    expect(draft?.['updated_at']).to.deep.equal(published?.['updated_at']);
  });

  it('edits of a draft list are pending until they are published or discarded', async () => {
    const [t, u, v] = [
      await world.create('tag', { name: 't' }),
      await world.create('tag', { name: 'u' }),
      await world.create('tag', { name: 'v' }),
    ];
    const a = await world.create('article', { name: 'a', tags: [t, u] });
    const both = async () => [
      await world.names('article', a, 'tags', { layer: 'draft' }),
      await world.names('article', a, 'tags'),
    ];
    const pending = async () =>
      (await links('articles_tags_links', 'source_document', a)).filter((row) => row['source_pending'])
        .length;
    await world.update('article', a, { tags: { connect: [v], disconnect: [t] } }, { layer: 'draft' });
    expect(await both()).to.deep.equal([
      ['u', 'v'],
      ['t', 'u'],
    ]);
    expect(await pending()).to.equal(2);
    await world.move('discardDraft', 'article', a);
    expect(await both()).to.deep.equal([
      ['t', 'u'],
      ['t', 'u'],
    ]);
    expect(await pending()).to.equal(0);
    const position = { before: u };
    await world.update(
      'article',
      a,
      { tags: { connect: [{ documentId: v, position }], disconnect: [t] } },
      { layer: 'draft' },
    );
    await world.move('publish', 'tag', v);
    expect(await world.names('article', a, 'tags')).to.deep.equal(['t', 'u']);
    await world.move('publish', 'article', a);
    expect(await both()).to.deep.equal([
      ['v', 'u'],
      ['v', 'u'],
    ]);
    expect(await pending()).to.equal(0);
    expect(await links('articles_tags_links', 'source_document', a)).to.have.length(2);
  });

  it('publishing applies a link of the same request, and applies nothing if a target is missing', async () => {
    const t = await world.create('tag', { name: 't' });
    const a = await world.create('article', { name: 'a' });
    await world.update('article', a, { tags: [t] }, { layer: 'draft' });
    const missing = 'a'.repeat(24);
    let refusal = '';
    await world
      .update('article', a, { related: { connect: [missing] } })
      .catch((error: Error) => (refusal = error.message));
    expect(refusal).to.contain(missing);
    expect(await world.names('article', a, 'tags')).to.deep.equal([]);
    await world.update('article', a, { tags: { connect: [await world.create('tag', { name: 'u' })] } });
    expect(await world.names('article', a, 'tags')).to.deep.equal(['t', 'u']);
  });

  it('a one-to-one is taken over in the draft, then by publishing, and restored', async () => {
    const p = await world.create('tag', { name: 'p' });
    const a = await world.create('tag', { name: 'a', parent: p });
    const b = await world.create('tag', { name: 'b' });
    const parents = async (layer: 'draft' | 'published') => [
      await world.names('tag', a, 'parent', { layer }),
      await world.names('tag', b, 'parent', { layer }),
    ];
    await world.update('tag', b, { parent: p }, { layer: 'draft' });
    expect([await parents('draft'), await parents('published')]).to.deep.equal([
      [null, 'p'],
      ['p', null],
    ]);
    await world.move('discardDraft', 'tag', b);
    expect([await parents('draft'), await parents('published')]).to.deep.equal([
      [null, null],
      ['p', null],
    ]);
    await world.move('discardDraft', 'tag', a);
    await world.update('tag', b, { parent: p }, { layer: 'draft' });
    await world.move('publish', 'tag', b);
    expect([await parents('draft'), await parents('published')]).to.deep.equal([
      [null, 'p'],
      [null, 'p'],
    ]);
    expect(await links('tags_parent_links', 'target_document', p)).to.have.length(1);
  });

  it('a to-one value is replaced, also if only the other end removed it from the draft', async () => {
    const [p, q] = [await world.create('tag', { name: 'p' }), await world.create('tag', { name: 'q' })];
    const a = await world.create('tag', { name: 'a', parent: p });
    await world.update('tag', p, { child: null }, { layer: 'draft' });
    await world.update('tag', a, { parent: q }, { layer: 'draft' });
    await world.move('publish', 'tag', a);
    expect(await world.names('tag', a, 'parent')).to.equal('q');
    expect(await links('tags_parent_links', 'source_document', a)).to.have.length(1);
  });

  it('a link from a document to itself is applied for either end', async () => {
    const a = await world.create('article', { name: 'a' });
    await world.update(
      'article',
      a,
      { related: { connect: [a] }, relatedBy: { connect: [a] } },
      { layer: 'draft' },
    );
    await world.move('publish', 'article', a);
    expect(await world.names('article', a, 'related')).to.deep.equal(['a']);
    const [link] = await links('articles_related_links', 'source_document', a);
    expect(link).to.include({ source_pending: false, target_pending: false });
  });

  it('items may name the layers of a link from an end without drafts', async () => {
    const [a, b, c] = await Promise.all(
      ['a', 'b', 'c'].map((name) => world.create('tag', { name, articles: [] })),
    );
    const s = await world.create('shelf', {
      name: 's',
      tags: [{ documentId: a, status: 'draft' }, b!, { documentId: c, status: 'published' }],
    });
    const both = async () => [
      await world.names('shelf', s, 'tags', { layer: 'draft' }),
      await world.names('shelf', s, 'tags'),
    ];
    expect(await both()).to.deep.equal([
      ['a', 'b'],
      ['b', 'c'],
    ]);
    await world.update('shelf', s, {
      tags: { connect: [{ documentId: c, status: 'draft', position: { start: true } }] },
    });
    expect(await both()).to.deep.equal([
      ['c', 'a', 'b'],
      ['c', 'b'],
    ]);
    await world.update('shelf', s, { tags: { disconnect: [{ documentId: b, status: 'published' }] } });
    expect(await both()).to.deep.equal([['c', 'a', 'b'], ['c']]);
    await world.update('shelf', s, { tags: [{ documentId: b, status: 'published' }, c!] });
    expect(await both()).to.deep.equal([['c'], ['b', 'c']]);
  });

  it('a link that is removed from the draft and added again keeps its place at an end without drafts', async () => {
    const s = await world.create('shelf', { name: 's' });
    const a = await world.create('tag', { name: 'a', shelves: [s] });
    await world.create('tag', { name: 'b', shelves: [s] });
    await world.update('tag', a, { shelves: [] }, { layer: 'draft' });
    await world.update('tag', a, { shelves: [s] }, { layer: 'draft' });
    expect(await world.names('shelf', s, 'tags', { layer: 'draft' })).to.deep.equal(['a', 'b']);
  });
});
