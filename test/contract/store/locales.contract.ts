import { expect } from 'chai';
import { createDocuments } from '../../../src/application/documents/documents.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { publicationFilters } from '../../../src/domain/query/query.js';
import { asc, populate, where } from '../questions.js';
import { uidOf } from '../schema-files.js';
import { failureOf, idOf, randomDocumentId, valueOf, type Data } from '../world.js';
import type { Cases } from './case.js';
import { everything, translated, valuesOf } from './translated.js';

const shared = { mood: 'm', stars: 5, notes: 'secret', mark: 'k' };

export const localeCases = {
  'without a locale, the default locale is written and read': async (world) => {
    const id = await world.create('topic', { name: 'one' });
    expect(await world.one('topic', id)).to.include({ name: 'one', locale: 'en' });
    expect(await world.in('en').one('topic', id)).to.deep.equal(await world.one('topic', id));
    expect(await world.in('fr').version('topic', id)).to.equal(null);
    expect(await world.in('fr').names('topic')).to.deep.equal([]);
    await world.update('topic', id, { name: 'two' });
    expect(await world.in('en').one('topic', id)).to.include({ name: 'two' });
  },
  'a document may be created in any locale': async (world) => {
    const id = await world.in('fr').create('topic', { name: 'un' });
    expect(await world.version('topic', id)).to.equal(null);
    expect(await world.in('fr').one('topic', id)).to.include({ name: 'un', locale: 'fr' });
    await world.update('topic', id, { name: 'one' });
    expect(await world.in('*').names('topic', { sort: [asc('name')] })).to.deep.equal(['one', 'un']);
  },
  'an update in a new locale creates the translation under the same documentId': async (world) => {
    const id = await world.create('article', { name: 'one' });
    await world.in('fr').update('article', id, { name: 'un' });
    await world.in('de').drafts.update('article', id, { name: 'eins' });
    expect([...(await everything(world, id)).keys()].toSorted()).to.deep.equal([
      'draft de',
      'draft en',
      'draft fr',
      'published en',
      'published fr',
    ]);
    const ids = (await world.in('*').drafts.find('article')).map((each) => each['id']);
    expect(new Set(ids).size).to.equal(3);
  },
  'an update of an unknown document is refused in every locale': async (world) => {
    const id = randomDocumentId();
    expect((await world.in('fr').refused('topic', id, { name: 'x' })).code).to.equal('DOCUMENT.NOT_FOUND');
    expect((await world.refused('article', id, { name: 'x' })).code).to.equal('DOCUMENT.NOT_FOUND');
    expect(await world.in('*').find('topic')).to.deep.equal([]);
  },
  'each locale is published and unpublished separately, and keeps its ids': async (world) => {
    const id = await translated(world);
    const ids = await valuesOf(world, id, 'id', 'published');
    const made = await valuesOf(world, id, 'createdAt', 'draft');
    await world.in('fr').unpublish('article', id);
    expect(await valuesOf(world, id, 'name', 'published')).to.deep.equal({ en: 'one', de: 'eins' });
    await world.in('de').unpublish('article', id);
    await world.in('fr').publish('article', id);
    await world.in('de').update('article', id, { name: 'zwei' });
    expect(await valuesOf(world, id, 'id', 'published')).to.deep.equal(ids);
    expect(await valuesOf(world, id, 'createdAt', 'draft')).to.deep.equal(made);
  },
  'publishing, unpublishing and discarding a missing locale are refused': async (world) => {
    const id = await world.create('article', { name: 'one' });
    for (const kind of ['publish', 'unpublish', 'discardDraft'] as const)
      expect(failureOf(await world.in('fr').move(kind, 'article', id)).code).to.equal('DOCUMENT.NOT_FOUND');
    expect(await world.in('*').drafts.find('article')).to.have.length(1);
  },
  'documents are found by their publication state in the locale that is read': async (world) => {
    const id = await translated(world);
    await world.in('fr').drafts.update('article', id, { name: 'deux' });
    await world.in('de').unpublish('article', id);
    const found = async (locale: string) => {
      const states: string[] = [];
      for (const publication of publicationFilters) {
        const [each] = await world.in(locale).drafts.find('article', { publication });
        if (each !== undefined) states.push(publication);
      }
      return states;
    };
    const anywhere = 'has-published-version-document';
    const published = ['has-published-version', 'published-with-draft', anywhere];
    expect(await found('en')).to.have.members(['unmodified', ...published]);
    expect(await found('fr')).to.have.members(['modified', ...published]);
    expect(await found('de')).to.have.members(['never-published', anywhere]);
    for (const locale of ['en', 'fr']) await world.in(locale).unpublish('article', id);
    for (const locale of ['en', 'fr', 'de'])
      expect(await found(locale)).to.have.members(['never-published', 'never-published-document']);
  },
  'deleting a locale keeps the others': async (world) => {
    const id = await translated(world, shared);
    const before = await everything(world, id);
    await world.in('fr').delete('article', id);
    for (const key of ['draft fr', 'published fr']) before.delete(key);
    expect(await everything(world, id)).to.deep.equal(before);
    await world.delete('article', id);
    expect([...(await everything(world, id)).keys()]).to.deep.equal(['draft de', 'published de']);
    await world.in('fr').update('article', id, { name: 'encore' });
    expect(await world.in('fr').one('article', id)).to.include(shared);
  },
  'deleting a missing locale removes nothing': async (world) => {
    const id = await world.create('article', { name: 'one' });
    const before = await everything(world, id);
    await world.in('fr').delete('article', id);
    expect(await everything(world, id)).to.deep.equal(before);
  },
  'deleting all locales, or the last one, removes the document': async (world) => {
    const [id, other] = [await translated(world), await world.in('fr').create('topic', { name: 'un' })];
    await world.in('*').delete('article', id);
    expect((await everything(world, id)).size).to.equal(0);
    await world.in('fr').delete('topic', other);
    const refusal = await world.refused('topic', other, { name: 'one' });
    expect(refusal.code).to.equal('DOCUMENT.NOT_FOUND');
  },
  'several locales are read by their codes, and all of them by *': async (world) => {
    const id = await translated(world);
    const other = await world.create('article', { name: 'two' });
    const sort = [asc('documentId'), asc('locale')];
    const names = async (locale: string | string[]) =>
      (await world.names('article', { locale, sort, filters: where('documentId', '$in', [id, other]) }))
        .length;
    expect(await names('*')).to.equal(4);
    expect(await names(['en', 'fr'])).to.equal(3);
    expect(await names(['fr', 'de'])).to.equal(2);
    expect(await names(['it'])).to.equal(0);
    expect(await world.names('article', { locale: ['fr', 'de'], sort: [asc('locale')] })).to.deep.equal([
      'eins',
      'un',
    ]);
  },
  'a filter by locale searches all locales, or only the requested one': async (world) => {
    await translated(world);
    const french = where('locale', '$eq', 'fr');
    expect(await world.names('article', { filters: french })).to.deep.equal(['un']);
    expect(await world.names('article', { filters: french, locale: 'de' })).to.deep.equal([]);
    const others = where('locale', '$ne', 'en');
    expect(await world.names('article', { filters: others, sort: [asc('name')] })).to.deep.equal([
      'eins',
      'un',
    ]);
  },
  'a document leads to its other locales in the layer that is read': async (world) => {
    const id = await translated(world);
    await world.in('it').drafts.update('article', id, { name: 'uno' });
    await world.in('fr').drafts.update('article', id, { name: 'deux' });
    expect(await world.list('article', id, 'localizations')).to.deep.equal(['un', 'eins']);
    expect(await world.in('fr').list('article', id, 'localizations')).to.deep.equal(['one', 'eins']);
    expect(await world.drafts.list('article', id, 'localizations')).to.deep.equal(['deux', 'eins', 'uno']);
    await world.in('fr').unpublish('article', id);
    expect(await world.list('article', id, 'localizations')).to.deep.equal(['eins']);
    const alone = await world.create('article', { name: 'alone' });
    expect(await world.list('article', alone, 'localizations')).to.deep.equal([]);
  },
  'the other locales of a document can be selected, sorted, counted and filtered by': async (world) => {
    const id = await translated(world);
    await world.create('article', { name: 'alone' });
    const member = { name: 'localizations', fields: ['locale'], sort: [asc('locale')] };
    const [first] = (await world.one('article', id, { populate: populate(member) }))[
      'localizations'
    ] as readonly Data[];
    expect(first).to.include({ locale: 'de' }).and.not.have.property('name');
    const counted = await world.one('article', id, {
      populate: populate({ name: 'localizations', count: true }),
    });
    expect(counted['localizations']).to.deep.equal({ count: 2 });
    const filters = where('localizations.name', '$eq', 'un');
    expect(await world.names('article', { filters })).to.deep.equal(['one']);
    expect(await world.in('fr').names('article', { filters })).to.deep.equal([]);
  },
  'a unique value is unique in its locale': async (world) => {
    const id = await world.create('article', { code: 'x' });
    await world.in('fr').create('article', { code: 'x' });
    await world.in('de').update('article', id, { code: 'x' });
    const other = await world.createDraft('article', { code: 'x' });
    expect(failureOf(await world.move('publish', 'article', other)).message).to.contain('unique');
    expect((await world.in('fr').refused('article', id, { code: 'x' })).message).to.contain('unique');
    expect(await world.in('fr').version('article', id)).to.equal(null);
  },
  'a shared unique value belongs to all locales of its document without conflict': async (world) => {
    const id = await translated(world, { mark: 'x' });
    const other = await world.in('fr').create('article', { name: 'autre', mark: 'y' });
    await world.in('de').update('article', id, { mark: 'z' });
    const before = await everything(world, id);
    const refusal = await world
      .update('article', id, { name: 'two', mark: 'y' })
      .catch((error: Error) => error);
    expect(String(refusal)).to.contain('unique');
    expect(await everything(world, id)).to.deep.equal(before);
    await world.in('fr').delete('article', other);
    await world.update('article', id, { mark: 'y' });
    expect(await valuesOf(world, id, 'mark', 'published')).to.deep.equal({ en: 'y', fr: 'y', de: 'y' });
  },
  'the default locale is a setting of the server, and unknown locales are refused': async (world) => {
    const locales = { default: 'fr', has: async (code: string) => code === 'en' || code === 'fr' };
    const documents = createDocuments({ ...world.dependencies, locales });
    const type = uidOf('topic');
    const create = (data: Data, locale?: string) => {
      const mutation = { kind: 'create' as const, type, layer: 'published' as const, data, answer: {} };
      return documents.create(systemPrincipal, { ...mutation, ...(locale !== undefined && { locale }) });
    };
    const documentId = idOf(valueOf(await create({ name: 'un' })).answer.documents()[0]);
    expect(await world.in('fr').one('topic', documentId)).to.include({ name: 'un' });
    expect(failureOf(await create({ name: 'x' }, 'it')).message).to.contain('"it"');
    const shelves = [{ documentId, locale: 'it' }];
    const shelf = { kind: 'create', type: uidOf('shelf'), layer: 'published', answer: {} } as const;
    const refused = await documents.create(systemPrincipal, { ...shelf, data: { topics: shelves } });
    expect(failureOf(refused).message).to.contain('"it"');
    const removal = await documents.delete(systemPrincipal, {
      kind: 'delete',
      type,
      documentId,
      locale: 'it',
    });
    expect(failureOf(removal).code).to.equal('INPUT.INVALID');
    valueOf(await documents.create(systemPrincipal, { ...shelf, data: { name: 's', topics: [documentId] } }));
    expect(await world.names('shelf', { filters: where('topics.name', '$eq', 'un') })).to.deep.equal(['s']);
    expect(await world.in('*').names('topic')).to.deep.equal(['un']);
  },
  'a type without locales ignores the locale': async (world) => {
    const id = await world.in('fr').create('event', { name: 'a' });
    await world.in('de').drafts.update('event', id, { name: 'b' });
    await world.in('it').publish('event', id);
    expect(await world.one('event', id))
      .to.include({ name: 'b' })
      .and.not.have.property('locale');
    for (const locale of ['fr', '*', 'xx']) {
      expect(await world.in(locale).one('event', id)).to.deep.equal(await world.one('event', id));
      expect(await world.in(locale).names('event')).to.deep.equal(['b']);
    }
    await world.in('fr').delete('event', id);
    expect(await world.drafts.version('event', id)).to.equal(null);
  },
  'a new translation must be complete to be published': async (world) => {
    const id = await world.createDraft('article', { name: 'one', mark: 'x' });
    await world.create('article', { name: 'two', mark: 'y' });
    await world.in('fr').create('article', { mark: 'x' });
    const refusal = await world.in('fr').refused('article', id, { name: 'un' });
    expect(refusal.message).to.contain('unique');
    expect([...(await everything(world, id)).keys()]).to.deep.equal(['draft en']);
  },
} satisfies Cases;
