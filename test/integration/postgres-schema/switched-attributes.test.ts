import { expect } from 'chai';
import { inLocales, localized, text, world } from './dishes-and-chefs.js';
import { openSchemaDatabase, type Files, type SchemaDatabase } from './schema-database.js';
import { serve, type Served } from './serve.js';

describe('locales of attributes switched on tables with rows', function () {
  this.timeout(30_000);

  let database: SchemaDatabase;
  let open: Served[];
  before(async () => (database = await openSchemaDatabase()));
  after(() => database.close());
  beforeEach(() => (open = []));
  afterEach(async () => {
    for (const served of open) await served.close();
    await database.clear();
  });

  const as = async (files: Files): Promise<Served> => {
    const served = await serve(database, files);
    open.push(served);
    return served;
  };

  it('an attribute of all locales becomes one of each, and back only where they agree', async () => {
    const shared = world(localized, {}, { price: { type: 'integer' } });
    const each = world(localized, {}, { price: { type: 'integer', ...inLocales } });
    const served = await as(shared);
    const dish = await served.create('dish', { name: 'soup', price: 3 });
    await served.update('dish', dish, { name: 'soupe' }, { locale: 'fr' });
    const apart = await as(each);
    await apart.update('dish', dish, { price: 4 }, { locale: 'fr' });
    const { message } = await database.refused(shared);
    expect(message).to.include('"price" of "dishs"').and.to.include('1 document').and.to.include(dish);
    await apart.update('dish', dish, { price: 3 }, { locale: 'fr' });
    expect(await database.apply(shared)).to.deep.equal(['dishs']);
    expect(await database.rows('SELECT DISTINCT price FROM dishs')).to.deep.equal([{ price: 3 }]);
  });

  it('media of all locales become those of each, and back only where they agree', async () => {
    const shared = world(localized, {}, { covers: { type: 'media', multiple: true } });
    const each = world(localized, {}, { covers: { type: 'media', multiple: true, ...inLocales } });
    const served = await as(shared);
    const dish = await served.create('dish', { name: 'soup' });
    await served.update('dish', dish, { name: 'soupe' }, { locale: 'fr' });
    await database.rows(`INSERT INTO files (document_id, status, created_at, updated_at, name, hash, mime, size, url, provider)
      SELECT 'f' || n, 'published', now(), now(), 'f' || n, 'h', 'image/png', 1, '/', 'local' FROM generate_series(1, 2) n`);
    await served.update('dish', dish, { covers: ['f2', 'f1'] });
    expect(await served.led('dish', dish, 'covers', { locale: 'fr' })).to.deep.equal(['f2', 'f1']);
    const apart = await as(each);
    for (const locale of ['en', 'fr'])
      expect(await apart.led('dish', dish, 'covers', { locale })).to.deep.equal(['f2', 'f1']);
    await apart.update('dish', dish, { covers: ['f1'] }, { locale: 'fr' });
    expect(await apart.led('dish', dish, 'covers')).to.deep.equal(['f2', 'f1']);
    expect((await database.refused(shared)).message).to.include('can not be one list for all locales');
    await apart.update('dish', dish, { covers: ['f2', 'f1'] }, { locale: 'fr' });
    const again = await as(shared);
    expect(await again.led('dish', dish, 'covers', { locale: 'fr' })).to.deep.equal(['f2', 'f1']);
  });

  it('components are the same whatever the ids of their items', async () => {
    const files = (more: object): Files => ({
      ...world(
        localized,
        {},
        {
          box: { type: 'component', component: 'a.box', ...more },
          boxes: { type: 'component', component: 'a.box', repeatable: true, ...more },
          zone: { type: 'dynamiczone', components: ['a.box', 'a.lid'], ...more },
        },
      ),
      components: {
        'a.box': {
          lid: { type: 'component', component: 'a.lid' },
          lids: { type: 'component', component: 'a.lid', repeatable: true },
        },
        'a.lid': { name: text, more: { type: 'json' } },
      },
    });
    const lid = { name: 'l', more: { id: 1, list: [{ id: 2 }] } };
    const box = { lid, lids: [lid, lid] };
    const data = {
      box,
      boxes: [box],
      zone: [
        { __component: 'a.box', ...box },
        { __component: 'a.lid', ...lid },
      ],
    };
    const served = await as(files(inLocales));
    const dish = await served.create('dish', { name: 'soup', ...data });
    await served.update('dish', dish, data, { locale: 'fr' });
    const other = { ...lid, more: { id: 1, list: [{ id: 3 }] } };
    for (const [name, different] of Object.entries({
      box: { lid: other },
      boxes: [{ ...box, lids: [other, lid] }],
      zone: [data.zone[0], { __component: 'a.lid', ...other }],
    })) {
      await served.update('dish', dish, { [name]: different }, { locale: 'fr' });
      const { message } = await database.refused(files({}));
      expect(message).to.include(`"${name}" of "dishs" can not be one value for all locales`);
      expect(message.match(/can not be/g)).to.have.length(1);
      await served.update('dish', dish, { [name]: data[name as keyof typeof data] }, { locale: 'fr' });
    }
    const shared = await as(files({}));
    for (const name of Object.keys(data))
      expect(await shared.value('dish', dish, name, { locale: 'fr' })).to.deep.equal(
        await shared.value('dish', dish, name),
      );
  });

  it('of components that are not there, and lists without items, it does not matter which', async () => {
    const files = (more: object): Files => ({
      ...world(
        localized,
        {},
        { boxes: { type: 'component', component: 'a.box', repeatable: true, ...more } },
      ),
      components: { 'a.box': { name: text } },
    });
    const served = await as(files(inLocales));
    const dish = await served.create('dish', { name: 'soup', boxes: [] });
    await served.update('dish', dish, { boxes: [] }, { locale: 'fr' });
    await database.rows(`UPDATE dishs SET boxes = NULL WHERE locale = 'fr'`);
    await database.apply(files({}));
  });
});
