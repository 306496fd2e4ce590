import { expect } from 'chai';
import type { World } from '../world.js';
import type { Cases } from './case.js';
import { listIn, same } from './in-layers.js';

const draft = (documentId: string) => ({ documentId, status: 'draft' });
const published = (documentId: string) => ({ documentId, status: 'published' });

/** Restaurants r, s and t, and the category c of none of them. */
async function categorised(world: World) {
  const [r = '', s = '', t = ''] = await world.createNamed('restaurant', 'r', 's', 't');
  const c = await world.create('category', { name: 'c' });
  return { r, s, t, c };
}

const list = (world: World, category: string) => listIn(world, 'category', category, 'restaurants');

export const endWithoutDraftsCases = {
  'a draft is linked from an end without drafts in both layers, and shows when it is published': async (
    world,
  ) => {
    const r = await world.createDraft('restaurant', { name: 'r' });
    const category = await world.create('category', { name: 'c', restaurants: [r] });
    expect(await listIn(world, 'category', category, 'restaurants')).to.deep.equal({
      draft: 'r',
      published: '',
    });
    await world.publish('restaurant', r);
    expect(await listIn(world, 'category', category, 'restaurants')).to.deep.equal(same('r'));
    expect(await listIn(world, 'restaurant', r, 'categories')).to.deep.equal(same('c'));
  },
  'an edit from an end without drafts shows in both layers at once, whatever waits at the other': async (
    world,
  ) => {
    const [c = '', d = '', e = ''] = await world.createNamed('category', 'c', 'd', 'e');
    const r = await world.create('restaurant', { name: 'r', categories: [c, d] });
    await world.drafts.update('restaurant', r, { categories: [d, c] });
    await world.update('category', e, { restaurants: [r] });
    expect(await listIn(world, 'restaurant', r, 'categories')).to.deep.equal({
      draft: 'dce',
      published: 'cde',
    });
    await world.update('category', c, { restaurants: [] });
    expect(await listIn(world, 'restaurant', r, 'categories')).to.deep.equal({
      draft: 'de',
      published: 'de',
    });
    await world.publish('restaurant', r);
    expect(await listIn(world, 'restaurant', r, 'categories')).to.deep.equal(same('de'));
  },
  'a link that leaves the draft and comes back has its old place at an end without drafts': async (world) => {
    const [c = ''] = await world.createNamed('category', 'c');
    const [r = '', s = ''] = await world.createNamed('restaurant', 'r', 's');
    await world.update('category', c, { restaurants: [r, s] });
    await world.drafts.update('restaurant', r, { categories: [] });
    await world.drafts.update('restaurant', r, { categories: [c] });
    expect(await listIn(world, 'category', c, 'restaurants')).to.deep.equal(same('rs'));
    await world.publish('restaurant', r);
    expect(await listIn(world, 'category', c, 'restaurants')).to.deep.equal(same('rs'));
  },
  'draft edits of one end show at an end without drafts in the layer that is read': async (world) => {
    const [c = ''] = await world.createNamed('category', 'c');
    const [r = '', s = ''] = await world.createNamed('restaurant', 'r', 's');
    await world.update('category', c, { restaurants: [r, s] });
    await world.drafts.update('restaurant', r, { categories: [] });
    expect(await listIn(world, 'category', c, 'restaurants')).to.deep.equal({ draft: 's', published: 'rs' });
    await world.publish('restaurant', r);
    expect(await listIn(world, 'category', c, 'restaurants')).to.deep.equal(same('s'));
  },
  'links between documents without drafts are the same in either layer, wherever they are reached from':
    async (world) => {
      const [ann, ben] = await world.createNamed('chef', 'Ann', 'Ben');
      await world.update('chef', String(ann), { pupils: [ben] });
      const r = await world.create('restaurant', { name: 'r', owner: ben });
      expect(await listIn(world, 'chef', String(ann), 'pupils')).to.deep.equal(same('Ben'));
      const populate = { all: false, members: [{ name: 'owner', populate: { all: true, members: [] } }] };
      for (const each of [world, world.drafts]) {
        const { owner } = await each.one('restaurant', r, { populate });
        expect((owner as { readonly mentor: unknown }).mentor).to.deep.include({ name: 'Ann' });
      }
    },
  'an item may name the layer that its link is in': async (world) => {
    const { r, s, t, c } = await categorised(world);
    await world.update('category', c, { restaurants: [draft(r), published(s), t] });
    expect(await list(world, c)).to.deep.equal({ draft: 'rt', published: 'st' });
    expect(await listIn(world, 'restaurant', r, 'categories')).to.deep.equal({ draft: 'c', published: '' });
    expect(await listIn(world, 'restaurant', s, 'categories')).to.deep.equal({ draft: '', published: 'c' });
  },
  'the same document may be linked in both layers by two items': async (world) => {
    const { r, s, c } = await categorised(world);
    await world.update('category', c, { restaurants: [draft(r), s, published(r)] });
    const { draft: inDraft, published: inPublished } = await list(world, c);
    expect(inDraft).to.be.oneOf(['rs', 'sr']);
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
    expect(await listIn(world, 'restaurant', s, 'categories')).to.deep.equal(same(''));
    expect(await listIn(world, 'restaurant', r, 'categories')).to.deep.equal({ draft: 'c', published: '' });
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
    expect(await listIn(world, 'chef', ann, 'restaurants')).to.deep.equal({ draft: 's', published: 'r' });
    expect(await listIn(world, 'chef', ben, 'restaurants')).to.deep.equal({ draft: 'r', published: 's' });
    expect(await world.linked('restaurant', r, 'owner', 'draft')).to.equal('Ben');
    expect(await world.linked('restaurant', r, 'owner')).to.equal('Ann');
  },
  'a status is of no account where the target has no drafts, or the source has them': async (world) => {
    const { r, s } = await categorised(world);
    const [c = ''] = await world.createNamed('category', 'k');
    await world.update('restaurant', r, { categories: [draft(c)], neighbours: [draft(s)] });
    expect(await listIn(world, 'restaurant', r, 'categories')).to.deep.equal(same('k'));
    expect(await listIn(world, 'restaurant', r, 'neighbours')).to.deep.equal(same('s'));
  },
  'an unknown status is refused': async (world) => {
    const { r, c } = await categorised(world);
    const refusal = await world.refused('category', c, { restaurants: [{ documentId: r, status: 'old' }] });
    expect(refusal.code).to.equal('INPUT.INVALID');
    expect(refusal.message).to.contain('status');
  },
} satisfies Cases;
