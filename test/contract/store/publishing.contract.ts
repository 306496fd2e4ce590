import { expect } from 'chai';
import type { Failure } from '../../../src/domain/failure.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { publicationFilters, type PublicationFilter } from '../../../src/domain/query/query.js';
import type { Json } from '../../../src/domain/schema/schema.js';
import { asc, populate } from '../questions.js';
import { uidOf } from '../schema-files.js';
import { failureOf, type Data, type World } from '../world.js';
import type { Cases } from './case.js';

/** Returns a permit that is complete, unless `data` changes that. */
async function permit(world: World, data: Data = {}) {
  const holder = await world.create('chef', { name: 'Ann' });
  const complete = { name: 'p', code: null, seats: 2, holder, labels: [{ text: 'l' }] };
  return { holder, data: { ...complete, ...data } };
}

/** Returns the paths that a failure lists. */
function faults({ message, details }: Failure): readonly string[] {
  const errors = details?.['errors'] as readonly { readonly path: readonly unknown[] }[] | undefined;
  return errors?.map(({ path }) => path.join('.')) ?? [`no paths: ${message}`];
}

const everything = { populate: populate('holder', 'labels') };

const filtered = (world: World, publication: PublicationFilter, layer: 'draft' | 'published') =>
  world.names('event', { publication, layer, sort: [asc('name')] });

async function expectFiltered(
  world: World,
  layer: 'draft' | 'published',
  expected: Readonly<Record<PublicationFilter, readonly Json[]>>,
): Promise<void> {
  const found: Partial<Record<PublicationFilter, readonly Json[]>> = {};
  for (const filter of publicationFilters) found[filter] = await filtered(world, filter, layer);
  expect(found).to.deep.equal(expected);
}

export const publishingCases = {
  'a draft may be incomplete; publishing it reports everything that is missing and changes nothing': async (
    world,
  ) => {
    const { data } = await permit(world);
    const id = await world.createDraft('permit', { seats: 0 });
    const draft = await world.drafts.one('permit', id, everything);
    const refusal = failureOf(await world.move('publish', 'permit', id));
    expect(refusal.code).to.equal('INPUT.INVALID');
    expect(faults(refusal)).to.have.members(['name', 'seats', 'holder', 'labels']);
    expect(await world.drafts.one('permit', id, everything)).to.deep.equal(draft);
    expect(await world.version('permit', id)).to.equal(null);
    await world.drafts.update('permit', id, { ...data, seats: 1 });
    await world.publish('permit', id);
    expect(await world.one('permit', id, everything)).to.deep.include({ name: 'p', seats: 1 });
    expect(await world.linked('permit', id, 'holder')).to.equal('Ann');
  },
  'an incomplete component cannot be published, whenever it was written': async (world) => {
    const id = await world.createDraft('event', { name: 'e', label: {} });
    expect(faults(failureOf(await world.move('publish', 'event', id)))).to.deep.equal(['label.text']);
    const { data } = await permit(world, { labels: [{ text: 'l' }, {}] });
    const other = await world.createDraft('permit', data);
    expect(faults(failureOf(await world.move('publish', 'permit', other)))).to.deep.equal(['labels.1.text']);
  },
  'an update that would publish an incomplete document changes neither the draft nor links': async (
    world,
  ) => {
    const { data, holder } = await permit(world);
    const id = await world.create('permit', data);
    await world.drafts.update('permit', id, { labels: [] });
    const before = [
      await world.drafts.one('permit', id, everything),
      await world.one('permit', id, everything),
    ];
    const other = await world.create('chef', { name: 'Ben' });
    const refusal = await world.refused('permit', id, { name: 'q', seats: 0, holder: other });
    expect(faults(refusal)).to.have.members(['seats', 'labels']);
    expect([
      await world.drafts.one('permit', id, everything),
      await world.one('permit', id, everything),
    ]).to.deep.equal(before);
    await world.update('permit', id, { labels: [{ text: 'again' }], holder });
    expect(await world.drafts.one('permit', id)).to.include({ name: 'p' });
  },
  'a document that is created published must be complete': async (world) => {
    const { data } = await permit(world);
    const { name, holder, ...rest } = data;
    expect((await refusedNew(world, rest)).toSorted()).to.deep.equal(['holder', 'name']);
    expect(await refusedNew(world, { ...rest, name, holder, labels: [{}] })).to.deep.equal(['labels.0.text']);
    expect(await world.drafts.find('permit')).to.deep.equal([]);
  },
  'a required relation that has a link in the draft need not be sent again': async (world) => {
    const { data } = await permit(world);
    const id = await world.createDraft('permit', data);
    await world.update('permit', id, { name: 'q' });
    expect(await world.linked('permit', id, 'holder')).to.equal('Ann');
    await world.update('permit', id, { name: 'r' });
    expect(await world.one('permit', id)).to.include({ name: 'r' });
  },
  'a document cannot be published if the draft has lost the link of a required relation': async (world) => {
    const { data, holder } = await permit(world);
    const id = await world.create('permit', data);
    await world.drafts.update('permit', id, { holder: null });
    expect(faults(failureOf(await world.move('publish', 'permit', id)))).to.deep.equal(['holder']);
    expect(faults(await world.refused('permit', id, { name: 'q' }))).to.deep.equal(['holder']);
    expect(await world.linked('permit', id, 'holder')).to.equal('Ann');
    await world.update('permit', id, { holder });
    expect(await world.linked('permit', id, 'holder')).to.equal('Ann');
  },
  'an update that publishes cannot remove the only link of a required relation': async (world) => {
    const { data, holder } = await permit(world);
    const id = await world.create('permit', data);
    expect(faults(await world.refused('permit', id, { holder: null }))).to.deep.equal(['holder']);
    expect(faults(await world.refused('permit', id, { holder: [] }))).to.deep.equal(['holder']);
    const refusal = await world.refused('permit', id, { holder: { disconnect: [holder] } });
    expect(faults(refusal)).to.deep.equal(['holder']);
    expect(await world.linked('permit', id, 'holder')).to.equal('Ann');
  },
  'drafts may have the same unique value, published versions may not': async (world) => {
    const { data } = await permit(world, { code: 'x' });
    const first = await world.create('permit', data);
    const second = await world.createDraft('permit', { ...data, name: 'q' });
    const draft = await world.drafts.one('permit', second);
    const refusal = failureOf(await world.move('publish', 'permit', second));
    expect(refusal.code).to.equal('INPUT.INVALID');
    expect(faults(refusal)).to.deep.equal(['code']);
    expect(faults(await world.refused('permit', second, { name: 'r' }))).to.deep.equal(['code']);
    expect(await world.drafts.one('permit', second)).to.deep.equal(draft);
    expect(await world.version('permit', second)).to.equal(null);
    await world.publish('permit', first);
    await world.update('permit', second, { code: 'y' });
    expect(await world.one('permit', second)).to.include({ code: 'y' });
  },
  'a unique value is taken until its holder is unpublished, deleted or published without it': async (
    world,
  ) => {
    const { data } = await permit(world, { code: 'x' });
    const [a, b, c] = [
      await world.create('permit', data),
      await world.createDraft('permit', data),
      await world.createDraft('permit', data),
    ];
    await world.unpublish('permit', a);
    await world.publish('permit', b);
    expect(faults(failureOf(await world.move('publish', 'permit', a)))).to.deep.equal(['code']);
    await world.drafts.update('permit', b, { code: 'y' });
    expect(faults(failureOf(await world.move('publish', 'permit', c)))).to.deep.equal(['code']);
    await world.publish('permit', b);
    await world.publish('permit', c);
    await world.delete('permit', c);
    await world.publish('permit', a);
    expect(await world.one('permit', a)).to.include({ code: 'x' });
  },
  'documents are found by their publication state': async (world) => {
    await world.createDraft('event', { name: 'draft' });
    await world.create('event', { name: 'same' });
    const [edited = '', gone = ''] = await world.createNamed('event', 'edited', 'gone');
    await world.drafts.update('event', edited, { note: 'x' });
    await world.unpublish('event', gone);
    await expectFiltered(world, 'draft', {
      'never-published': ['draft', 'gone'],
      'never-published-document': ['draft', 'gone'],
      'has-published-version': ['edited', 'same'],
      'has-published-version-document': ['edited', 'same'],
      modified: ['edited'],
      unmodified: ['same'],
      'published-without-draft': [],
      'published-with-draft': ['edited', 'same'],
    });
    await expectFiltered(world, 'published', {
      'never-published': [],
      'never-published-document': [],
      'has-published-version': ['edited', 'same'],
      'has-published-version-document': ['edited', 'same'],
      modified: ['edited'],
      unmodified: ['same'],
      'published-without-draft': [],
      'published-with-draft': ['edited', 'same'],
    });
  },
  'a document counts as modified from an edit of its draft until it is published or discarded': async (
    world,
  ) => {
    const id = await world.create('event', { name: 'a' });
    const isModified = async () => (await filtered(world, 'modified', 'draft')).length === 1;
    expect(await isModified()).to.equal(false);
    await world.drafts.update('event', id, { name: 'b' });
    expect(await isModified()).to.equal(true);
    await world.publish('event', id);
    expect(await isModified()).to.equal(false);
    await world.drafts.update('event', id, { shownIn: [] });
    expect(await isModified()).to.equal(true);
    await world.discard('event', id);
    expect(await isModified()).to.equal(false);
    await world.drafts.update('event', id, { name: 'c' });
    await world.unpublish('event', id);
    expect(await isModified()).to.equal(false);
    await world.update('event', id, { name: 'd' });
    expect(await isModified()).to.equal(false);
  },
  'filters by publication state are ignored for types without drafts': async (world) => {
    await world.create('chef', { name: 'Ann' });
    for (const publication of publicationFilters)
      expect(await world.names('chef', { publication })).to.deep.equal(['Ann']);
  },
} satisfies Cases;

async function refusedNew(world: World, data: Data): Promise<readonly string[]> {
  const mutation = { kind: 'create', type: uidOf('permit'), layer: 'published', data, answer: {} } as const;
  return faults(failureOf(await world.documents.create(systemPrincipal, mutation)));
}
