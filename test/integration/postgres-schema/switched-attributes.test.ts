import { expect } from 'chai';
import { inLocales, localized, text, world } from '../schema/dishes-and-chefs.js';
import type { Files } from '../schema/schema-files.js';
import { useServing } from '../schema/serve.js';
import { usePostgres } from './postgres-schema-database.js';

describe('locales of attributes switched on tables with rows', () => {
  const database = usePostgres();
  const as = useServing(database);

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
      const { message } = await database().refused(files({}));
      expect(message).to.include(`"${name}" of "dishs" cannot be one value for all locales`);
      expect(message.match(/cannot be/g)).to.have.length(1);
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
    await database().rows(`UPDATE dishs SET boxes = NULL WHERE locale = 'fr'`);
    await database().apply(files({}));
  });
});
