import { expect } from 'chai';
import { localized, relation, text, world } from './dishes-and-chefs.js';
import { openSchemaDatabase, type Files, type SchemaDatabase } from './schema-database.js';
import { serve, type Served } from './serve.js';

describe('locales switched on tables with rows', function () {
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

  const filled = async (served: Served) => {
    const [a, b] = [await served.create('chef', { name: 'a' }), await served.create('chef', { name: 'b' })];
    return { a, b, dish: await served.create('dish', { name: 'soup', chefs: [b, a] }) };
  };

  it('locales turned on, at one end or both, keep every link in the default locale', async () => {
    const { dish, a } = await filled(await as(world({})));
    const source = await as(world(localized));
    expect(await source.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
    expect(await source.led('chef', a, 'dishes')).to.deep.equal(['soup']);
    const both = await as(world(localized, localized));
    expect(await both.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
    expect(await both.led('chef', a, 'dishes')).to.deep.equal(['soup']);
    // The name is one for all locales.
    await both.update('dish', dish, { name: 'soupe' }, { locale: 'fr' });
    expect(await both.led('dish', dish, 'chefs', { locale: 'fr' })).to.deep.equal([]);
    expect((await database.refused(world({}, localized))).message).to.include('1 version is not in "en"');
    await database.rows(`DELETE FROM dishs WHERE locale = 'fr'`);
    const target = await as(world({}, localized));
    expect(await target.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
    const none = await as(world({}));
    expect(await none.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
    expect(await none.led('chef', a, 'dishes')).to.deep.equal(['soupe']);
  });

  it('the default locale is the one that the database has', async () => {
    const { dish } = await filled(await as(world({})));
    await database.rows(`INSERT INTO i18n_locales (document_id, status, created_at, updated_at, code, name, default_since)
      VALUES ('l1', 'published', now(), now(), 'en', 'English', '2020-01-01'), ('l2', 'published', now(), now(), 'de', 'Deutsch', '2021-01-01')`);
    const served = await as(world(localized));
    expect(await served.led('dish', dish, 'chefs', { locale: 'de' })).to.deep.equal(['b', 'a']);
  });

  it('links to other locales show again where the document has them, and never two in one place', async () => {
    const single = (dish: object): Files => {
      const { types } = world(dish, localized);
      const chefs = relation('manyToOne', 'chef', { inversedBy: 'dishes' });
      const dishes = relation('oneToMany', 'dish', { mappedBy: 'chefs' });
      return {
        types: {
          dish: { ...dish, attributes: { name: text, chefs } },
          chef: { ...types['chef'], attributes: { name: text, dishes } },
        },
      };
    };
    const served = await as(single({}));
    const [a, b] = [await served.create('chef', { name: 'a' }), await served.create('chef', { name: 'b' })];
    await served.update('chef', a, {}, { locale: 'fr' });
    const dish = await served.create('dish', { name: 'soup', chefs: { documentId: a, locale: 'fr' } });
    const both = await as(single(localized));
    expect(await both.led('dish', dish, 'chefs')).to.equal(null);
    const back = await as(single({}));
    expect(await back.led('dish', dish, 'chefs')).to.equal('a');
    const again = await as(single(localized));
    await again.update('dish', dish, { chefs: b });
    const { message } = await database.refused(single({}));
    expect(message).to.include('1 document leads').and.to.include(dish).and.to.include('first');
    await again.update('dish', dish, {}, { locale: 'fr' });
    expect(await again.led('dish', dish, 'chefs', { locale: 'fr' })).to.equal('a');
    await again.remove('dish', dish, 'fr');
    expect(await (await as(single({}))).led('dish', dish, 'chefs')).to.equal('b');
  });

  it('somebody else’s table of locales is refused, not asked', async () => {
    await database.rows('CREATE TABLE i18n_locales (id int)');
    expect((await database.refused(world(localized))).message).to.include('not for this');
  });
});
