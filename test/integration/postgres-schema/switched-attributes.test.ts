import { inLocales, localized, text, world } from '../schema/dishes-and-chefs.js';
import type { Files } from '../schema/schema-files.js';
import { useServing } from '../schema/serve.js';
import { usePostgres } from './postgres-schema-database.js';

describe('locales of attributes switched on tables with rows', () => {
  const database = usePostgres();
  const as = useServing(database);

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
