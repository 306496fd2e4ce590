import { expect } from 'chai';
import type { Layer } from '../../../src/domain/query/query.js';
import type { TypeName } from '../schema-files.js';
import type { World } from '../world.js';
import type { Cases } from './case.js';

async function both(world: World, type: TypeName, id: string, relation: string) {
  const joined = async (layer: Layer) => (await world.list(type, id, relation, layer)).join('');
  return { draft: await joined('draft'), published: await joined('published') };
}

const same = (names: string) => ({ draft: names, published: names });
const draft = (documentId: string) => ({ documentId, status: 'draft' });
const published = (documentId: string) => ({ documentId, status: 'published' });

/** Restaurants r, s and t, and the category c of none of them. */
async function categorised(world: World) {
  const [r = '', s = '', t = ''] = await world.createNamed('restaurant', 'r', 's', 't');
  const c = await world.create('category', { name: 'c' });
  return { r, s, t, c };
}

const list = (world: World, category: string) => both(world, 'category', category, 'restaurants');

export const statusCases = {
  'an item may name the layer that its link is in': async (world) => {
    const { r, s, t, c } = await categorised(world);
    await world.update('category', c, { restaurants: [draft(r), published(s), t] });
    expect(await list(world, c)).to.deep.equal({ draft: 'rt', published: 'st' });
    expect(await both(world, 'restaurant', r, 'categories')).to.deep.equal({ draft: 'c', published: '' });
    expect(await both(world, 'restaurant', s, 'categories')).to.deep.equal({ draft: '', published: 'c' });
  },
  'the same document may be linked in both layers by two items': async (world) => {
    const { r, s, c } = await categorised(world);
    await world.update('category', c, { restaurants: [draft(r), s, published(r)] });
    const { draft: inDraft, published: inPublished } = await list(world, c);
    expect([...inDraft].toSorted().join('')).to.equal('rs');
    expect(inPublished).to.equal(inDraft);
  },
  'an item takes its link out of one layer, and leaves it in the other': async (world) => {
    const { r, s, c } = await categorised(world);
    await world.update('category', c, { restaurants: [r, s] });
    await world.update('category', c, { restaurants: { disconnect: [published(r), draft(s)] } });
    expect(await list(world, c)).to.deep.equal({ draft: 'r', published: 's' });
    await world.update('category', c, { restaurants: { disconnect: [draft(r), s] } });
    expect(await list(world, c)).to.deep.equal(same(''));
  },
  'an item adds the layer that its link is not in, at one place of the list': async (world) => {
    const { r, s, t, c } = await categorised(world);
    await world.update('category', c, { restaurants: [draft(r), s, t] });
    const connect = [{ ...published(r), position: { after: s } }];
    await world.update('category', c, { restaurants: { connect } });
    expect(await list(world, c)).to.deep.equal(same('srt'));
  },
  'a replaced list holds its items in the layers that they name and no other': async (world) => {
    const { r, s, t, c } = await categorised(world);
    await world.update('category', c, { restaurants: [r, s, t] });
    await world.update('category', c, { restaurants: [published(t), draft(r)] });
    expect(await list(world, c)).to.deep.equal({ draft: 'r', published: 't' });
    expect(await both(world, 'restaurant', s, 'categories')).to.deep.equal(same(''));
    expect(await both(world, 'restaurant', r, 'categories')).to.deep.equal({ draft: 'c', published: '' });
  },
  'a draft link that an item made waits for no publishing': async (world) => {
    const { r, c } = await categorised(world);
    await world.update('category', c, { restaurants: [draft(r)] });
    await world.publish('restaurant', r);
    expect(await list(world, c)).to.deep.equal({ draft: 'r', published: '' });
    await world.drafts.update('restaurant', r, { categories: { connect: [c] } });
    await world.publish('restaurant', r);
    expect(await list(world, c)).to.deep.equal(same('r'));
  },
  'an item takes a one-to-one in the layer that it names': async (world) => {
    const { r, s } = await categorised(world);
    const dish = await world.create('dish', { name: 'd', flagshipOf: r });
    await world.update('dish', dish, { flagshipOf: draft(s) });
    expect(await world.linked('restaurant', r, 'flagship', 'draft')).to.equal(null);
    expect(await world.linked('restaurant', s, 'flagship', 'draft')).to.equal('d');
    expect(await world.linked('restaurant', s, 'flagship')).to.equal(null);
  },
  'an item takes a target of a one-to-many in the layer that it names': async (world) => {
    const { r, s } = await categorised(world);
    const ann = await world.create('chef', { name: 'Ann', restaurants: [r, s] });
    const ben = await world.create('chef', { name: 'Ben', restaurants: [draft(r), published(s)] });
    expect(await both(world, 'chef', ann, 'restaurants')).to.deep.equal({ draft: 's', published: 'r' });
    expect(await both(world, 'chef', ben, 'restaurants')).to.deep.equal({ draft: 'r', published: 's' });
    expect(await world.linked('restaurant', r, 'owner', 'draft')).to.equal('Ben');
    expect(await world.linked('restaurant', r, 'owner')).to.equal('Ann');
  },
  'a status is of no account where the target has no drafts, or the source has them': async (world) => {
    const { r, s } = await categorised(world);
    const [c = ''] = await world.createNamed('category', 'k');
    await world.update('restaurant', r, { categories: [draft(c)], neighbours: [draft(s)] });
    expect(await both(world, 'restaurant', r, 'categories')).to.deep.equal(same('k'));
    expect(await both(world, 'restaurant', r, 'neighbours')).to.deep.equal(same('s'));
  },
  'an unknown status is refused': async (world) => {
    const { r, c } = await categorised(world);
    const refusal = await world.refused('category', c, { restaurants: [{ documentId: r, status: 'old' }] });
    expect(refusal.code).to.equal('INPUT.INVALID');
    expect(refusal.message).to.contain('status');
  },
} satisfies Cases;
