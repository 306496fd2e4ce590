import { expect } from 'chai';
import type { Document } from 'mongodb';
import type { Files } from '../schema/schema-files.js';
import { describeSwitchedOptions } from '../schema/switched-options.js';
import { useMongo } from './mongo-schema-database.js';

const text = { type: 'string' };
const inLocales = { type: 'string', pluginOptions: { i18n: { localized: true } } };
const chefs = { type: 'relation', relation: 'manyToMany', target: 'api::chef.chef' };
const media = (localized: boolean) => ({
  type: 'media',
  multiple: true,
  pluginOptions: { i18n: { localized } },
});

interface Options {
  readonly draftAndPublish?: boolean;
  readonly localized?: boolean;
}

const dish = (
  options: Options = {},
  attributes: Files['types'][string]['attributes'] = { name: text },
): Files => ({
  types: { dish: { attributes, ...options } },
});

const linked = (dishOptions: Options, chefOptions: Options = {}): Files => ({
  types: {
    dish: { attributes: { name: text, chefs }, ...dishOptions },
    chef: { attributes: { name: text }, ...chefOptions },
  },
});

const published = (source: string, target: string, key: string): Document => ({
  source,
  target,
  publishedKey: key,
  publishedInverseKey: `${key}i`,
});

describe('options switched on a MongoDB database with rows', () => {
  const database = useMongo();

  const links = 'dishs_chefs_links';
  const pairs = async (collection = links) =>
    (await database().rows(collection)).map(
      ({ source, sourceLocale, target, targetLocale }) =>
        `${source} ${sourceLocale}>${target} ${targetLocale}`,
    );
  const defaultLocale = (code: string) =>
    database().insert('i18n_locales', { documentId: `l${code}`, name: code, code, defaultSince: new Date() });

  it('drafts turned on give every document an equal draft, which knows its published version', async () => {
    await database().apply(dish({}, { name: text, old: text }));
    await database().insert(
      'dishs',
      { name: 'Soup', old: 'kept', publishedAt: new Date(5) },
      { name: 'Stew' },
    );
    await database().apply(dish({ draftAndPublish: true }));
    const rows = await database().rows(
      'dishs',
      '_layer',
      'documentId',
      'name',
      'old',
      '_publishedId',
      '_published',
    );
    expect(rows).to.deep.equal([
      { _layer: 'published', documentId: 'd1', name: 'Soup', old: 'kept' },
      { _layer: 'published', documentId: 'd2', name: 'Stew' },
      { _layer: 'draft', documentId: 'd1', name: 'Soup', old: 'kept', _publishedId: 1, _published: true },
      { _layer: 'draft', documentId: 'd2', name: 'Stew', _publishedId: 2, _published: true },
    ]);
    const drafts = await database().db.collection('dishs').find({ _layer: 'draft' }).toArray();
    expect(drafts.every((row) => !('publishedAt' in row) && Number(row._id) > 2)).to.equal(true);
  });

  it('links are in the drafts too as soon as one end has drafts, and stay so for the other', async () => {
    await database().apply(linked({}));
    await database().insertLinks(links, published('d1', 'c1', 'a'));
    const now = () => database().rows(links, 'draftKey', 'draftInverseKey', 'publishedKey');
    await database().apply(linked({ draftAndPublish: true }));
    const both = [{ draftKey: 'a', draftInverseKey: 'ai', publishedKey: 'a' }];
    expect(await now()).to.deep.equal(both);
    await database()
      .db.collection(links)
      .updateOne({}, { $set: { draftKey: 'b', sourcePending: true } });
    await database().apply(linked({ draftAndPublish: true }, { draftAndPublish: true }));
    expect(await now()).to.deep.equal([{ ...both[0], draftKey: 'b' }]);
    expect((await database().refused(linked({}, { draftAndPublish: true }))).message).to.include(
      'the source of "dishs_chefs_links": 1 link waits for its publishing, for example of document "d1"',
    );
    await database().apply(linked({ draftAndPublish: true }));
    await database()
      .db.collection(links)
      .updateOne({}, { $set: { draftKey: 'a' }, $unset: { sourcePending: '' } });
    await database().apply(linked({}));
    expect(await now()).to.deep.equal([{ publishedKey: 'a' }]);
  });

  it('drafts turned off are refused while one would vanish', async () => {
    const on = dish({ draftAndPublish: true });
    await database().apply(on);
    await database().insert('dishs', { _layer: 'draft', name: 'Soup' });
    expect((await database().refused(dish())).message).to.include(
      '1 draft is not published, for example of document "d1"',
    );
    const dishs = database().db.collection('dishs');
    await dishs.updateOne({}, { $set: { _published: true, _changed: true, _publishedId: 2 } });
    await database().insert('dishs', { name: 'Soup' });
    expect((await database().refused(dish())).message).to.include('1 draft is not published');
    await dishs.updateOne({ _layer: 'draft' }, { $set: { _changed: false } });
    await database().apply(dish());
    expect(await database().rows('dishs', '_layer', 'name')).to.deep.equal([
      { _layer: 'published', name: 'Soup' },
    ]);
    expect(await database().indexes('dishs')).to.deep.equal(['_id_', 'version']);
  });

  it('a link that drafts alone have keeps both ends from turning drafts off', async () => {
    await database().apply(linked({ draftAndPublish: true }));
    await database().insertLinks(links, { source: 'd1', target: 'c1', draftKey: 'a', draftInverseKey: 'a' });
    expect((await database().refused(linked({}))).message).to.include(
      '1 link is in drafts only, for example of document "d1"',
    );
  });

  it('locales move to and from the default one of the database, and never drop a translation', async () => {
    await database().apply(dish());
    await database().insert('dishs', { name: 'Suppe' });
    await defaultLocale('en');
    await defaultLocale('de');
    await database().apply(dish({ localized: true }));
    expect(await database().rows('dishs', 'locale')).to.deep.equal([{ locale: 'de' }]);
    await database().insert('dishs', { name: 'Soup', locale: 'en' });
    expect((await database().refused(dish())).message).to.include('1 version is not in "de"');
    await database().db.collection('dishs').deleteOne({ locale: 'en' });
    await database().apply(dish());
    expect(await database().rows('dishs', 'locale')).to.deep.equal([{ locale: '' }]);
  });

  it('links name the locale of the ends that have locales', async () => {
    const [on, off] = [{ localized: true }, {}];
    await database().apply(linked(off, off));
    await database().insertLinks(links, published('d1', 'c1', 'a'));
    await database().apply(linked(off, on));
    expect(await pairs()).to.deep.equal(['d1 >c1 en']);
    await database().insertLinks(links, { ...published('d1', 'c1', 'b'), _id: 2, targetLocale: 'fr' });
    await database().apply(linked(on, on));
    expect(await pairs()).to.deep.equal(['d1 en>c1 en', 'd1 fr>c1 fr']);
    await database().apply(linked(on, off));
    expect(await pairs()).to.deep.equal(['d1 en>c1 ', 'd1 fr>c1 ']);
    await database().apply(linked(off, off));
    expect(await pairs()).to.deep.equal(['d1 >c1 ', 'd1 fr>c1 ']);
  });

  it('links that a document has one of in each locale do not become its only one', async () => {
    const chef = { ...chefs, relation: 'manyToOne' };
    const files = (localized: boolean): Files => ({
      types: {
        dish: { attributes: { chefs: chef }, localized },
        chef: { attributes: { name: text }, localized: true },
      },
    });
    await database().apply(files(true));
    const inLocale = (locale: string) => ({ sourceLocale: locale, targetLocale: locale });
    await database().insertLinks(
      links,
      { ...published('d1', 'c1', 'a'), ...inLocale('en') },
      { ...published('d1', 'c2', 'a'), ...inLocale('fr') },
    );
    expect((await database().refused(files(false))).message).to.include(
      '1 document has another one in each, for example "d1"',
    );
    await database().db.collection(links).deleteOne({ target: 'c1' });
    await database().apply(files(false));
    expect(await pairs()).to.deep.equal(['d1 >c2 fr']);
  });

  it('media that get a list in each locale start with the one that was shared', async () => {
    const files = (localized: boolean) =>
      dish({ localized: true }, { name: inLocales, photos: media(localized) });
    await database().apply(files(false));
    await database().insert('dishs', { locale: 'en' }, { locale: 'en' });
    await database().insert('dishs', { locale: 'fr' });
    await database().insertLinks(
      'dishs_photos_links',
      published('d1', 'f1', 'a'),
      published('d2', 'f2', 'a'),
    );
    await database().apply(files(true));
    const all = ['d1 en>f1 ', 'd2 en>f2 ', 'd1 fr>f1 '];
    expect((await pairs('dishs_photos_links')).sort()).to.deep.equal([...all].sort());
    await database().apply(files(false));
    expect((await pairs('dishs_photos_links')).sort()).to.deep.equal(['d1 >f1 ', 'd2 >f2 ']);
  });

  it('media are not shared while locales have different ones', async () => {
    const files = (localized: boolean) =>
      dish({ localized: true }, { name: inLocales, photos: media(localized) });
    await database().apply(files(true));
    await database().insert('dishs', { locale: 'en' });
    await database().insert('dishs', { locale: 'fr' });
    await database().insertLinks('dishs_photos_links', { ...published('d1', 'f1', 'a'), sourceLocale: 'fr' });
    expect((await database().refused(files(false))).message).to.include(
      'it differs between the locales of 1 document, for example of "d1"',
    );
  });

  it('an attribute is not shared while locales have different values', async () => {
    const files = (name: object) => dish({ localized: true }, { name: { type: 'string', ...name } });
    await database().apply(files(inLocales));
    await database().insert('dishs', { locale: 'en', name: 'Soup' }, { locale: 'en', name: 'Stew' });
    await database().insert('dishs', { locale: 'fr', name: 'Soupe' });
    const shared = files({ pluginOptions: { i18n: { localized: false } } });
    expect((await database().refused(shared)).message).to.include(
      'it differs between the locales of 1 document, for example of "d1"',
    );
    await database()
      .db.collection('dishs')
      .updateOne({ locale: 'fr' }, { $set: { name: 'Soup' } });
    expect(await database().apply(shared)).to.deep.equal(['dishs.name']);
    expect(await database().apply(shared)).to.deep.equal([]);
  });

  describeSwitchedOptions(database);
});
