import { expect } from 'chai';
import { localized, text, world } from '../schema/dishes-and-chefs.js';
import type { Files } from '../schema/schema-files.js';
import { useServing } from '../schema/serve.js';
import { usePostgres } from './postgres-schema-database.js';
import { relation } from '../../schema-builders.js';

describe('locales switched on tables with rows', () => {
  const database = usePostgres();
  const as = useServing(database);

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
    const { message } = await database().refused(single({}));
    expect(message)
      .to.include('1 document has another one in each')
      .and.to.include(dish)
      .and.to.include('first');
    await again.update('dish', dish, {}, { locale: 'fr' });
    expect(await again.led('dish', dish, 'chefs', { locale: 'fr' })).to.equal('a');
    await again.remove('dish', dish, 'fr');
    expect(await (await as(single({}))).led('dish', dish, 'chefs')).to.equal('b');
  });

  it('somebody else’s table of locales is refused, not asked', async () => {
    await database().rows('CREATE TABLE i18n_locales (id int)');
    expect((await database().refused(world(localized))).message).to.include('not for this');
  });
});
