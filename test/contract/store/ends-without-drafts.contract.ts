import { expect } from 'chai';
import type { World } from '../world.js';
import type { Cases } from './case.js';
import { listIn, same } from './in-layers.js';

const draft = (documentId: string) => ({ documentId, status: 'draft' });
const published = (documentId: string) => ({ documentId, status: 'published' });

/** Creates restaurants r, s and t, and a category c without restaurants. */
async function categorised(world: World) {
  const [r = '', s = '', t = ''] = await world.createNamed('restaurant', 'r', 's', 't');
  const c = await world.create('category', { name: 'c' });
  return { r, s, t, c };
}

const list = (world: World, category: string) => listIn(world, 'category', category, 'restaurants');

export const endWithoutDraftsCases = {
  'a link from an end without drafts to a draft is in both layers, and visible once the draft is published':
    async (world) => {
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
  'an edit from an end without drafts is visible in both layers at once, whatever is pending at the other end':
    async (world) => {
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
  'a link that is removed from the draft and added again keeps its place at an end without drafts': async (
    world,
  ) => {
    const [c = ''] = await world.createNamed('category', 'c');
    const [r = '', s = ''] = await world.createNamed('restaurant', 'r', 's');
    await world.update('category', c, { restaurants: [r, s] });
    await world.drafts.update('restaurant', r, { categories: [] });
    await world.drafts.update('restaurant', r, { categories: [c] });
    expect(await listIn(world, 'category', c, 'restaurants')).to.deep.equal(same('rs'));
    await world.publish('restaurant', r);
    expect(await listIn(world, 'category', c, 'restaurants')).to.deep.equal(same('rs'));
  },
  'draft edits of one end are visible at an end without drafts in the draft layer only': async (world) => {
    const [c = ''] = await world.createNamed('category', 'c');
    const [r = '', s = ''] = await world.createNamed('restaurant', 'r', 's');
    await world.update('category', c, { restaurants: [r, s] });
    await world.drafts.update('restaurant', r, { categories: [] });
    expect(await listIn(world, 'category', c, 'restaurants')).to.deep.equal({ draft: 's', published: 'rs' });
    await world.publish('restaurant', r);
    expect(await listIn(world, 'category', c, 'restaurants')).to.deep.equal(same('s'));
  },
  'links between documents without drafts are the same in both layers, whichever path reaches them': async (
    world,
  ) => {
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
  'an item may name the layer of its link': async (world) => {
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
  'an item can remove its link from one layer and keep it in the other': async (world) => {
    const { r, s, c } = await categorised(world);
    await world.update('category', c, { restaurants: [r, s] });
    await world.update('category', c, { restaurants: { disconnect: [published(r), draft(s)] } });
    expect(await list(world, c)).to.deep.equal({ draft: 'r', published: 's' });
    await world.update('category', c, { restaurants: { disconnect: [draft(r), s] } });
    expect(await list(world, c)).to.deep.equal(same(''));
  },
  'an item can add its link to the missing layer, at one place of the list': async (world) => {
    const { r, s, t, c } = await categorised(world);
    await world.update('category', c, { restaurants: [draft(r), s, t] });
    const connect = [{ ...published(r), position: { after: s } }];
    await world.update('category', c, { restaurants: { connect } });
    expect(await list(world, c)).to.deep.equal(same('srt'));
  },
  'set puts its items into the layers that they name and no others': async (world) => {
    const { r, s, t, c } = await categorised(world);
    await world.update('category', c, { restaurants: [r, s, t] });
    await world.update('category', c, { restaurants: [published(t), draft(r)] });
    expect(await list(world, c)).to.deep.equal({ draft: 'r', published: 't' });
    expect(await listIn(world, 'restaurant', s, 'categories')).to.deep.equal(same(''));
    expect(await listIn(world, 'restaurant', r, 'categories')).to.deep.equal({ draft: 'c', published: '' });
  },
  'a draft link that an item created is not pending': async (world) => {
    const { r, c } = await categorised(world);
    await world.update('category', c, { restaurants: [draft(r)] });
    await world.publish('restaurant', r);
    expect(await list(world, c)).to.deep.equal({ draft: 'r', published: '' });
    await world.drafts.update('restaurant', r, { categories: { connect: [c] } });
    await world.publish('restaurant', r);
    expect(await list(world, c)).to.deep.equal(same('r'));
  },
  'an item takes over a one-to-one in the layer that it names': async (world) => {
    const { r, s } = await categorised(world);
    const dish = await world.create('dish', { name: 'd', flagshipOf: r });
    await world.update('dish', dish, { flagshipOf: draft(s) });
    expect(await world.linked('restaurant', r, 'flagship', 'draft')).to.equal(null);
    expect(await world.linked('restaurant', s, 'flagship', 'draft')).to.equal('d');
    expect(await world.linked('restaurant', s, 'flagship')).to.equal(null);
  },
  'an item takes over a target of a one-to-many in the layer that it names': async (world) => {
    const { r, s } = await categorised(world);
    const ann = await world.create('chef', { name: 'Ann', restaurants: [r, s] });
    const ben = await world.create('chef', { name: 'Ben', restaurants: [draft(r), published(s)] });
    expect(await listIn(world, 'chef', ann, 'restaurants')).to.deep.equal({ draft: 's', published: 'r' });
    expect(await listIn(world, 'chef', ben, 'restaurants')).to.deep.equal({ draft: 'r', published: 's' });
    expect(await world.linked('restaurant', r, 'owner', 'draft')).to.equal('Ben');
    expect(await world.linked('restaurant', r, 'owner')).to.equal('Ann');
  },
  'the status of an item is ignored if the target has no drafts or the source has drafts': async (world) => {
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
