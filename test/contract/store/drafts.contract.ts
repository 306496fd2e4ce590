import { expect } from 'chai';
import { where } from '../questions.js';
import { failureOf, randomDocumentId, valueOf, type World } from '../world.js';
import type { Cases } from './case.js';

const whole = { populate: { all: true, members: [] } } as const;

/** Returns the draft and the published version of a document; null where missing. */
async function versions(world: World, id: string) {
  const draft = await world.drafts.version('event', id);
  const published = await world.version('event', id);
  return { draft, published };
}

/** Returns the numeric ids of a document and its createdAt. */
async function identity(world: World, id: string) {
  const { draft, published } = await versions(world, id);
  return { draft: draft?.['id'], published: published?.['id'], createdAt: draft?.['createdAt'] };
}

function expectLater(time: unknown, before: unknown): void {
  expect(String(time) > String(before), `${String(time)} after ${String(before)}`).to.equal(true);
}

export const draftCases = {
  'a new document exists as a draft and as a published version': async (world) => {
    const id = await world.create('event', { name: 'a' });
    const { draft, published } = await versions(world, id);
    expect(draft).to.include({ documentId: id, name: 'a', publishedAt: null });
    expect(published).to.include({ documentId: id, name: 'a' });
    expect(published?.['publishedAt']).to.be.a('string');
    expect(published?.['id']).not.to.equal(draft?.['id']);
  },
  'a new draft is not published': async (world) => {
    const id = await world.createDraft('event', { name: 'a' });
    const { draft, published } = await versions(world, id);
    expect(draft).to.include({ name: 'a', publishedAt: null });
    expect(published).to.equal(null);
    expect(await world.names('event')).to.deep.equal([]);
    expect(await world.names('event', { layer: 'draft' })).to.deep.equal(['a']);
  },
  'an edit of the draft is visible once it is published': async (world) => {
    const id = await world.create('event', { name: 'a', note: 'x' });
    await world.drafts.update('event', id, { name: 'b' });
    expect(await world.one('event', id)).to.include({ name: 'a', note: 'x' });
    expect(await world.drafts.one('event', id)).to.include({ name: 'b', note: 'x' });
    await world.publish('event', id);
    expect(await world.one('event', id)).to.include({ name: 'b', note: 'x' });
  },
  'an update that publishes includes the earlier edits of the draft': async (world) => {
    const id = await world.create('event', { name: 'a', note: 'x' });
    await world.drafts.update('event', id, { note: 'y' });
    await world.update('event', id, { name: 'b' });
    expect(await world.one('event', id)).to.include({ name: 'b', note: 'y' });
    expect(await world.drafts.one('event', id)).to.include({ name: 'b', note: 'y' });
  },
  'publishing clears a value that was cleared in the draft': async (world) => {
    const id = await world.create('event', { name: 'a', note: 'x', label: { text: 'l' } });
    await world.drafts.update('event', id, { note: null, label: null });
    expect(await world.one('event', id, whole)).to.include({ note: 'x' });
    await world.publish('event', id);
    expect(await world.one('event', id, whole)).to.include({ note: null, label: null });
  },
  'private values and passwords are published too': async (world) => {
    const id = await world.createDraft('restaurant', { notes: 'n', secret: 'four' });
    await world.publish('restaurant', id);
    expect(await world.one('restaurant', id)).to.include({ notes: 'n', secret: 'hash of 4 characters' });
  },
  'filters and sorts apply to the layer that is read': async (world) => {
    const id = await world.create('event', { name: 'a' });
    await world.drafts.update('event', id, { name: 'b' });
    const named = (name: string) => ({ filters: where('name', '$eq', name) });
    expect(await world.find('event', named('a'))).to.have.length(1);
    expect(await world.find('event', named('b'))).to.have.length(0);
    expect(await world.drafts.find('event', named('a'))).to.have.length(0);
    expect(await world.drafts.find('event', named('b'))).to.have.length(1);
  },
  'version ids and createdAt survive repeated publishing': async (world) => {
    const id = await world.create('event', { name: 'a' });
    const before = await identity(world, id);
    for (const round of [1, 2, 3]) {
      await world.drafts.update('event', id, { name: `draft ${round}` });
      await world.publish('event', id);
      expect(await identity(world, id)).to.deep.equal(before);
      await world.unpublish('event', id);
      expect(await identity(world, id)).to.deep.equal({ ...before, published: undefined });
      await (round === 2 ? world.update('event', id, { name: 'p' }) : world.publish('event', id));
      expect(await identity(world, id)).to.deep.equal(before);
    }
  },
  'publishing a draft later gives the same ids and times as creating it published': async (world) => {
    const id = await world.createDraft('event', { name: 'a' });
    const { draft } = await versions(world, id);
    await world.publish('event', id);
    const after = await versions(world, id);
    expect(after.draft).to.deep.equal(draft);
    expect(after.published).to.include({ createdAt: draft?.['createdAt'], updatedAt: draft?.['updatedAt'] });
  },
  'the published version has the updatedAt of its draft until the draft changes': async (world) => {
    const id = await world.create('event', { name: 'a' });
    const first = await versions(world, id);
    expect(first.published?.['updatedAt']).to.equal(first.draft?.['updatedAt']);
    await world.drafts.update('event', id, { name: 'b' });
    const edited = await versions(world, id);
    expect(edited.published).to.deep.equal(first.published);
    expectLater(edited.draft?.['updatedAt'], first.draft?.['updatedAt']);
    await world.publish('event', id);
    const published = await versions(world, id);
    expect(published.draft).to.deep.equal(edited.draft);
    expect(published.published?.['updatedAt']).to.equal(edited.draft?.['updatedAt']);
    await world.update('event', id, { name: 'c' });
    const updated = await versions(world, id);
    expectLater(updated.draft?.['updatedAt'], edited.draft?.['updatedAt']);
    expect(updated.published?.['updatedAt']).to.equal(updated.draft?.['updatedAt']);
  },
  'every publishing sets a new publishedAt': async (world) => {
    const id = await world.create('event', {});
    const first = (await world.one('event', id))['publishedAt'];
    await world.publish('event', id);
    const second = (await world.one('event', id))['publishedAt'];
    expectLater(second, first);
    await world.drafts.update('event', id, { name: 'b' });
    expect((await world.one('event', id))['publishedAt']).to.equal(second);
  },
  'unpublishing keeps the draft as it is': async (world) => {
    const id = await world.create('event', { name: 'a' });
    await world.drafts.update('event', id, { name: 'b' });
    const before = await versions(world, id);
    await world.unpublish('event', id);
    expect(await versions(world, id)).to.deep.equal({ draft: before.draft, published: null });
  },
  'unpublishing an unpublished document changes nothing': async (world) => {
    const id = await world.createDraft('event', { name: 'a' });
    const before = await versions(world, id);
    await world.unpublish('event', id);
    await world.unpublish('event', id);
    expect(await versions(world, id)).to.deep.equal(before);
  },
  'discarding restores the values and times of the published version': async (world) => {
    const id = await world.create('event', { name: 'a', note: 'x', label: { text: 'l' } });
    const before = await world.drafts.one('event', id, whole);
    await world.drafts.update('event', id, { name: 'b', note: null, label: { text: 'm' } });
    await world.discard('event', id);
    expect(await world.drafts.one('event', id, whole)).to.deep.equal(before);
    expect(await world.one('event', id)).to.include({ name: 'a', note: 'x' });
  },
  'discarding is refused for a document that was never published or is no longer published': async (
    world,
  ) => {
    const id = await world.createDraft('event', { name: 'a' });
    expect(failureOf(await world.move('discardDraft', 'event', id)).code).to.equal('INPUT.MISMATCH');
    await world.publish('event', id);
    await world.unpublish('event', id);
    expect(failureOf(await world.move('discardDraft', 'event', id)).code).to.equal('INPUT.MISMATCH');
    expect(await world.drafts.one('event', id)).to.include({ name: 'a' });
  },
  'publishing, unpublishing and discarding a missing document are refused': async (world) => {
    for (const kind of ['publish', 'unpublish', 'discardDraft'] as const) {
      const refusal = failureOf(await world.move(kind, 'event', randomDocumentId()));
      expect(refusal.code).to.equal('DOCUMENT.NOT_FOUND');
    }
    expect(await world.drafts.find('event')).to.deep.equal([]);
  },
  'publishing, unpublishing and discarding are refused for a type without drafts': async (world) => {
    const id = await world.create('chef', { name: 'Ann' });
    for (const kind of ['publish', 'unpublish', 'discardDraft'] as const) {
      expect(failureOf(await world.move(kind, 'chef', id)).code).to.equal('INPUT.MISMATCH');
    }
    expect(await world.one('chef', id)).to.include({ name: 'Ann' });
  },
  'a type without drafts is the same in either layer': async (world) => {
    const id = await world.drafts.create('chef', { name: 'Ann' });
    await world.drafts.update('chef', id, { nick: 'A' });
    expect(await world.one('chef', id)).to.include({ name: 'Ann', nick: 'A' });
    expect(await world.drafts.one('chef', id)).to.deep.equal(await world.one('chef', id));
    expect((await world.one('chef', id))['publishedAt']).to.be.a('string');
  },
  'deleting removes the draft and the published version': async (world) => {
    const [a, b, c] = [
      await world.create('event', { name: 'a' }),
      await world.createDraft('event', { name: 'b' }),
      await world.create('event', { name: 'c' }),
    ];
    await world.unpublish('event', c);
    for (const id of [a, b, c]) {
      await world.delete('event', id);
      expect(await versions(world, id)).to.deep.equal({ draft: null, published: null });
      await world.delete('event', id);
    }
  },
  'a deleted document cannot be edited or published': async (world) => {
    const id = await world.create('event', { name: 'a' });
    await world.delete('event', id);
    expect((await world.refused('event', id, { name: 'b' })).code).to.equal('DOCUMENT.NOT_FOUND');
    expect((await world.drafts.refused('event', id, { name: 'b' })).code).to.equal('DOCUMENT.NOT_FOUND');
    expect(failureOf(await world.move('publish', 'event', id)).code).to.equal('DOCUMENT.NOT_FOUND');
    expect(await versions(world, id)).to.deep.equal({ draft: null, published: null });
  },
  'component items are the same in both layers, and are edited in the draft by their ids': async (world) => {
    const id = await world.create('event', { label: { text: 'l' }, teaser: { text: 't' } });
    const { label, teaser } = await world.one('event', id, whole);
    const item = label as { readonly id: number };
    expect((await world.drafts.one('event', id, whole))['label']).to.deep.equal(item);
    await world.drafts.update('event', id, { label: { id: item.id, text: 'm' } });
    expect(await world.one('event', id, whole)).to.deep.include({ label: item, teaser });
    await world.publish('event', id);
    expect(await world.one('event', id, whole)).to.deep.include({ label: { ...item, text: 'm' }, teaser });
  },
  'an item that the draft no longer has cannot be edited, even if it is published': async (world) => {
    const id = await world.create('event', { label: { text: 'l' } });
    const { label } = await world.one('event', id, whole);
    await world.drafts.update('event', id, { label: { text: 'new' } });
    const refusal = await world.refused('event', id, { label });
    expect(refusal.code).to.equal('INPUT.MISMATCH');
    await world.discard('event', id);
    await world.update('event', id, { label: { ...(label as object), text: 'again' } });
    expect((await world.one('event', id, whole))['label']).to.include({ text: 'again' });
  },
  'publishing, unpublishing and discarding return the resulting version': async (world) => {
    const id = await world.createDraft('event', {});
    const { draft } = await versions(world, id);
    const published = valueOf(await world.move('publish', 'event', id)).answer.documents()[0];
    expect(published?.['id']).to.equal((await world.one('event', id))['id']);
    for (const kind of ['discardDraft', 'unpublish'] as const) {
      const [answer] = valueOf(await world.move(kind, 'event', id)).answer.documents();
      expect(answer?.['id']).to.equal(draft?.['id']);
    }
  },
} satisfies Cases;
