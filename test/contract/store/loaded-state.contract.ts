import { expect } from 'chai';
import { failure } from '../../../src/domain/failure.js';
import type { VersionChange } from '../../../src/domain/plan/write-plan.js';
import type {
  DocumentRequirement,
  LoadedState,
  WriteRequirements,
} from '../../../src/domain/plan/write-requirements.js';
import { err, ok } from '../../../src/domain/result.js';
import { contentTypeOf, isContent, type Relation, type Stored } from '../../../src/domain/schema/schema.js';
import { uidOf, type TypeName } from '../schema-files.js';
import { failureOf, randomDocumentId, valueOf, type World } from '../world.js';
import type { Cases } from './case.js';

/** Returns what the store loads for `requirements`, without writing anything. */
async function loadedBy(world: World, requirements: WriteRequirements): Promise<LoadedState> {
  const seen: LoadedState[] = [];
  const written = await world.store.documents.write({
    requirements,
    decide(loaded) {
      seen.push(loaded);
      return err(failure('INPUT.MISMATCH', 'only asking'));
    },
    answer: null,
  });
  expect(failureOf(written).message).to.equal('only asking');
  const [loaded] = seen;
  if (loaded === undefined) throw new Error('nothing was decided');
  return loaded;
}

async function documentOf(world: World, name: TypeName, requirement: Partial<DocumentRequirement>) {
  const type = contentTypeOf(world.schema, uidOf(name));
  const documentId = requirement.documentId ?? randomDocumentId();
  const nothing = { content: [], shared: [], filled: [], pending: [] } as const;
  const document: DocumentRequirement = {
    type,
    documentId,
    layer: 'draft',
    locale: '',
    ...nothing,
    ...requirement,
  };
  const locks = [{ type, documentId, mode: 'exclusive' as const }];
  const loaded = await loadedBy(world, { locks, document, lists: [], sequenceKeys: 0 });
  if (loaded.document === null) throw new Error('the document was asked for');
  return loaded.document;
}

function relationOf(world: World, name: TypeName, attribute: string): Relation {
  const relation = contentTypeOf(world.schema, uidOf(name)).attributes.get(attribute);
  if (relation?.kind !== 'relation') throw new Error(`no relation ${attribute} of ${name}`);
  return relation;
}

function endOf(world: World, name: TypeName, attribute: string, locale = '') {
  const { place } = relationOf(world, name, attribute);
  if (place.kind !== 'link') throw new Error(`${attribute} of ${name} has no links`);
  return { link: place.link, side: place.side, locale };
}

const contentOf = (world: World, name: TypeName): readonly Stored[] =>
  [...contentTypeOf(world.schema, uidOf(name)).attributes.values()].filter(isContent);

/** Applies the given changes of versions. */
const apply = (world: World, name: TypeName, documentId: string, ...versions: readonly VersionChange[]) =>
  world.store.documents.write({
    requirements: null,
    decide: () => {
      const type = contentTypeOf(world.schema, uidOf(name));
      const plan = { type, documentId, versions, lists: [], applyPending: [], unlink: [], targets: [] };
      return ok({ kind: 'write', plan });
    },
    answer: null,
  });

export const loadedStateCases = {
  'nothing is loaded for a missing document': async (world) => {
    const filled = [{ relation: relationOf(world, 'hall', 'shown'), except: [] }];
    const pending = [endOf(world, 'hall', 'shown')];
    const loaded = await documentOf(world, 'hall', { filled, pending, content: contentOf(world, 'hall') });
    expect(loaded.versions).to.deep.equal([]);
    expect([loaded.values, loaded.sibling]).to.deep.equal([null, null]);
    expect([loaded.filled, loaded.pending]).to.deep.equal([[false], [false]]);
  },
  'the values of the needed version are loaded without nulls, and the layer and locale of every version':
    async (world) => {
      const documentId = await world.create('event', { name: 'a', note: null, label: { text: 'l' } });
      await world.drafts.update('event', documentId, { name: 'b' });
      const content = contentOf(world, 'event');
      for (const [layer, name] of [
        ['draft', 'b'],
        ['published', 'a'],
      ] as const) {
        const { values, sibling, versions } = await documentOf(world, 'event', {
          documentId,
          layer,
          content,
        });
        expect([...(values ?? [])].map(([key]) => key).toSorted()).to.deep.equal(['label', 'name']);
        expect(values?.get('name')).to.equal(name);
        expect(sibling).to.equal(null);
        expect(versions).to.have.deep.members([
          { layer: 'draft', locale: '' },
          { layer: 'published', locale: '' },
        ]);
      }
    },
  'without a version in the locale, the oldest version of the same layer is loaded': async (world) => {
    const documentId = await world.in('fr').createDraft('article', { name: 'un', mood: 'm' });
    await world.update('article', documentId, { name: 'one' });
    const content = contentOf(world, 'article');
    const shared = content.filter(({ localized }) => !localized);
    const asked = { documentId, content, shared };
    const draft = await documentOf(world, 'article', { ...asked, locale: 'de' });
    expect([draft.values, draft.sibling?.locale]).to.deep.equal([null, 'fr']);
    expect(draft.sibling?.values).to.deep.equal(
      new Map<string, unknown>([
        ['mood', 'm'],
        ['stars', 3],
      ]),
    );
    const published = await documentOf(world, 'article', { ...asked, layer: 'published', locale: 'de' });
    expect(published.sibling?.locale).to.equal('en');
    const there = await documentOf(world, 'article', { ...asked, locale: 'en' });
    expect(there.sibling).to.equal(null);
    expect(there.values?.get('name')).to.equal('one');
  },
  'it is loaded whether a list links a document other than the given ones in a layer': async (world) => {
    const [a = '', b = ''] = await world.createNamed('event', 'a', 'b');
    const documentId = await world.create('hall', { shown: [a, b] });
    await world.drafts.update('hall', documentId, { shown: { disconnect: [b] } });
    const relation = relationOf(world, 'hall', 'shown');
    const excepts = [[], [a], [b], [a, b]].map((ids) => ids.map((id) => ({ documentId: id, locale: '' })));
    const filled = excepts.map((except) => ({ relation, except }));
    const loaded = async (layer: 'draft' | 'published') =>
      (await documentOf(world, 'hall', { documentId, layer, filled })).filled;
    expect(await loaded('draft')).to.deep.equal([true, false, true, false]);
    expect(await loaded('published')).to.deep.equal([true, true, true, false]);
  },
  'it is loaded at which end and in which locale links are pending': async (world) => {
    const e = await world.create('event', { name: 'e' });
    const documentId = await world.create('article', { name: 'one' });
    await world.in('fr').update('article', documentId, { name: 'un' });
    const ends = ['en', 'fr'].map((locale) => endOf(world, 'article', 'events', locale));
    const atArticle = async () =>
      (await documentOf(world, 'article', { documentId, locale: 'en', pending: ends })).pending;
    const atEvent = async () => {
      const pending = [endOf(world, 'event', 'articles'), endOf(world, 'event', 'shownIn')];
      return (await documentOf(world, 'event', { documentId: e, pending })).pending;
    };
    await world.in('fr').drafts.update('article', documentId, { events: [e] });
    expect([await atArticle(), await atEvent()]).to.deep.equal([
      [false, true],
      [false, false],
    ]);
    await world.in('fr').publish('article', documentId);
    expect(await atArticle()).to.deep.equal([false, false]);
    await world.drafts.update('event', e, { articles: [documentId] });
    expect([await atArticle(), await atEvent()]).to.deep.equal([
      [false, false],
      [true, false],
    ]);
    await world.discard('event', e);
    expect(await atEvent()).to.deep.equal([false, false]);
  },
  'sequence keys are ascending, and greater than every key of a list': async (world) => {
    const events = await world.createNamed('event', 'a', 'b');
    const documentId = await world.create('hall', { shown: events });
    const relation = relationOf(world, 'hall', 'shown');
    const anchors = [{ documentId: events[1] ?? '', locale: '' }];
    const list = { relation, documentId, locale: '', anchors, moving: [], ends: { first: true, last: true } };
    const asked = {
      locks: [],
      document: null,
      lists: [{ ...list, layers: ['draft' as const] }],
      sequenceKeys: 3,
    };
    const { lists, sequenceKeys } = await loadedBy(world, asked);
    const keys = lists[0]?.links.map(({ key }) => key) ?? [];
    expect(lists[0]?.links.map(({ target }) => target.documentId)).to.deep.equal(events);
    expect([...keys, ...sequenceKeys].toSorted()).to.deep.equal([...keys, ...sequenceKeys]);
    expect(new Set(sequenceKeys).size).to.equal(3);
  },
  'a plan that changes a missing layer or locale is refused completely': async (world) => {
    const id = await world.createDraft('article', { name: 'one' });
    const values = new Map([['name', 'two']]);
    const updatedAt = '2024-01-02T03:04:05.678Z';
    const changes: readonly VersionChange[] = [
      { op: 'update', layer: 'draft', locale: 'fr', values, updatedAt },
      { op: 'update', layer: 'published', locale: 'en', values, updatedAt },
      { op: 'publish', locale: 'fr', values, updatedAt, publishedAt: updatedAt, unique: new Map() },
      { op: 'discard', locale: 'en' },
    ];
    for (const change of changes)
      expect(failureOf(await apply(world, 'article', id, change)).code, change.op).to.equal(
        'DOCUMENT.NOT_FOUND',
      );
    expect(await world.in('*').drafts.names('article')).to.deep.equal(['one']);
    expect(await world.in('*').find('article')).to.deep.equal([]);
    valueOf(await apply(world, 'article', id, { op: 'remove', layers: ['published'], locale: 'en' }));
  },
  'a new translation may have no shared values': async (world) => {
    const id = await world.create('topic', { name: 'one', kind: 'k' });
    const [updatedAt, values] = ['2024-01-02T03:04:05.678Z', new Map([['name', 'un']])];
    const dates = { createdAt: updatedAt, updatedAt, publishedAt: updatedAt };
    const change = {
      layers: ['published' as const],
      values,
      shared: { from: 'en', attributes: [] },
      ...dates,
    };
    valueOf(await apply(world, 'topic', id, { op: 'insert', locale: 'fr', ...change }));
    expect(await world.in('fr').one('topic', id)).to.include({ name: 'un', kind: null, locale: 'fr' });
    expect(await world.one('topic', id)).to.include({ name: 'one', kind: 'k', locale: 'en' });
  },
  'a published version without a draft is found as such': async (world) => {
    const [id, other] = [
      await world.create('event', { name: 'e' }),
      await world.create('event', { name: 'f' }),
    ];
    valueOf(await apply(world, 'event', id, { op: 'remove', layers: ['draft'], locale: '' }));
    const found = (publication: 'published-without-draft' | 'published-with-draft' | 'unmodified') =>
      world.names('event', { publication });
    expect(await found('published-without-draft')).to.deep.equal(['e']);
    expect(await found('published-with-draft')).to.deep.equal(['f']);
    expect(await found('unmodified')).to.deep.equal(['f']);
    expect(await world.drafts.names('event')).to.deep.equal(['f']);
    await world.delete('event', other);
  },
  'a draft that is made beside a published version has changes, and is published to that version': async (
    world,
  ) => {
    const id = await world.create('article', { name: 'e' });
    const { id: row } = await world.one('article', id);
    valueOf(await apply(world, 'article', id, { op: 'remove', layers: ['draft'], locale: 'en' }));
    await world.drafts.update('article', id, { name: 'f' });
    for (const publication of ['modified', 'has-published-version'] as const)
      expect(await world.drafts.names('article', { publication }), publication).to.deep.equal(['f']);
    expect(await world.names('article')).to.deep.equal(['e']);
    await world.publish('article', id);
    expect(await world.one('article', id)).to.include({ id: row, name: 'f' });
    expect(await world.drafts.names('article', { publication: 'modified' })).to.deep.equal([]);
  },
} satisfies Cases;
