import { expect } from 'chai';
import { drafts, filled, inLocales, localized, text, world } from './dishes-and-chefs.js';
import type { SchemaDatabase } from './schema-database.js';
import type { Files } from './schema-files.js';
import { useServing } from './serve.js';

/** What every store keeps of documents and links when options of their types are switched with rows. */
export function describeSwitchedOptions(database: () => SchemaDatabase): void {
  describe('options switched with rows', () => {
    const as = useServing(database);

    const published = async (): Promise<readonly unknown[]> =>
      (await database().stored('dishs', 'id', 'layer'))
        .filter(({ layer }) => layer === 'published')
        .map(({ id }) => id);

    it('drafts turned on keep ids, links and their order in both layers, and let edits wait', async () => {
      const { dish, a } = await filled(await as(world({})));
      const before = await published();
      const served = await as(world(drafts));
      for (const layer of ['draft', 'published'] as const)
        expect(await served.led('dish', dish, 'chefs', { layer })).to.deep.equal(['b', 'a']);
      await served.update('dish', dish, { chefs: { disconnect: [a] } }, { layer: 'draft' });
      expect(await served.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
      await served.update('dish', dish, { name: 'stew' });
      expect(await served.led('dish', dish, 'chefs')).to.deep.equal(['b']);
      expect(await published()).to.deep.equal(before);
    });

    it('drafts turned off refuse while edits wait, values or links, and go when they are settled', async () => {
      const served = await as(world(drafts));
      const { dish, a } = await filled(served);
      await served.update('dish', dish, { name: 'stew' }, { layer: 'draft' });
      expect((await database().refused(world({}))).message).to.include('1 draft is not published');
      await served.transit('discardDraft', 'dish', dish);
      await served.update('dish', dish, { chefs: { disconnect: [a] } }, { layer: 'draft' });
      const { message } = await database().refused(world({}));
      expect(message).to.include('1 link is changed in drafts only').and.to.include(dish);
      await served.transit('discardDraft', 'dish', dish);
      const plain = await as(world({}));
      expect(await plain.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
      expect(await database().status(world({}))).to.deep.equal([]);
      const back = await as(world(drafts));
      expect(await back.led('dish', dish, 'chefs', { layer: 'draft' })).to.deep.equal(['b', 'a']);
    });

    it('drafts turned off at one end keep what waits at the other', async () => {
      const served = await as(world(drafts, drafts));
      const { dish, a, b } = await filled(served);
      await served.update('chef', a, { dishes: { disconnect: [dish] } }, { layer: 'draft' });
      const single = await as(world({}, drafts));
      expect(await single.led('dish', dish, 'chefs', { layer: 'draft' })).to.deep.equal(['b']);
      expect(await single.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
      expect((await database().refused(world({}))).message).to.include('changed in drafts only');
      await single.update('chef', a, {});
      expect(await single.led('dish', dish, 'chefs')).to.deep.equal(['b']);
      await single.update('chef', b, { dishes: { disconnect: [dish] } }, { layer: 'draft' });
      const refused = await database().refused(world({}, {}));
      expect(refused.message).to.include('1 link');
    });

    it('drafts turned off name the links in drafts only, which neither publishing nor discarding settles', async () => {
      const served = await as(world({}, drafts));
      const { dish, a } = await filled(served);
      const unlink = { chefs: { disconnect: [{ documentId: a, status: 'published' }] } };
      await served.update('dish', dish, unlink);
      for (const transition of ['publish', 'discardDraft'] as const) {
        await served.transit(transition, 'chef', a);
        expect(await served.led('dish', dish, 'chefs', { layer: 'draft' })).to.deep.equal(['b', 'a']);
        expect(await served.led('dish', dish, 'chefs')).to.deep.equal(['b']);
        const { message } = await database().refused(world({}));
        expect(message).to.include('1 link is in drafts only').and.to.include(dish);
        expect(message).to.include('Connect them without a status first, or disconnect them.');
      }
      await served.update('dish', dish, { chefs: { connect: [a] } });
      const plain = await as(world({}));
      expect(await plain.led('dish', dish, 'chefs')).to.have.members(['a', 'b']);
    });

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
      expect((await database().refused(world({}, localized))).message).to.include('1 version is not in "en"');
      await database().remove('dishs', 'locale', 'fr');
      const target = await as(world({}, localized));
      expect(await target.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
      const none = await as(world({}));
      expect(await none.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
      expect(await none.led('chef', a, 'dishes')).to.deep.equal(['soupe']);
    });

    it('the default locale is the one that the database has', async () => {
      const { dish } = await filled(await as(world({})));
      await database().insert(
        'i18n_locales',
        { code: 'en', name: 'English', defaultSince: new Date('2020-01-01') },
        { code: 'de', name: 'Deutsch', defaultSince: new Date('2021-01-01') },
      );
      const served = await as(world(localized));
      expect(await served.led('dish', dish, 'chefs', { locale: 'de' })).to.deep.equal(['b', 'a']);
    });

    it('an attribute of all locales becomes one of each, and back only where they agree', async () => {
      const shared = world(localized, {}, { price: { type: 'integer' } });
      const each = world(localized, {}, { price: { type: 'integer', ...inLocales } });
      const served = await as(shared);
      const dish = await served.create('dish', { name: 'soup', price: 3 });
      await served.update('dish', dish, { name: 'soupe' }, { locale: 'fr' });
      const apart = await as(each);
      await apart.update('dish', dish, { price: 4 }, { locale: 'fr' });
      const { message } = await database().refused(shared);
      expect(message).to.include('"price" of "dishs"').and.to.include('1 document').and.to.include(dish);
      await apart.update('dish', dish, { price: 3 }, { locale: 'fr' });
      expect(await database().apply(shared)).to.have.length(1);
      expect(await database().stored('dishs', 'price')).to.deep.equal([{ price: 3 }, { price: 3 }]);
    });

    it('components become one for all locales if only the ids of their items differ, and get the same ids', async () => {
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

    it('media of all locales become those of each, and back only where they agree', async () => {
      const shared = world(localized, {}, { covers: { type: 'media', multiple: true } });
      const each = world(localized, {}, { covers: { type: 'media', multiple: true, ...inLocales } });
      const served = await as(shared);
      const dish = await served.create('dish', { name: 'soup' });
      await served.update('dish', dish, { name: 'soupe' }, { locale: 'fr' });
      const file = { hash: 'h', mime: 'image/png', size: 1, url: '/', provider: 'local' };
      await database().insert(
        'files',
        { ...file, documentId: 'f1', name: 'f1' },
        { ...file, documentId: 'f2', name: 'f2' },
      );
      await served.update('dish', dish, { covers: ['f2', 'f1'] });
      expect(await served.led('dish', dish, 'covers', { locale: 'fr' })).to.deep.equal(['f2', 'f1']);
      const apart = await as(each);
      for (const locale of ['en', 'fr'])
        expect(await apart.led('dish', dish, 'covers', { locale })).to.deep.equal(['f2', 'f1']);
      await apart.update('dish', dish, { covers: ['f1'] }, { locale: 'fr' });
      expect(await apart.led('dish', dish, 'covers')).to.deep.equal(['f2', 'f1']);
      expect((await database().refused(shared)).message).to.include('cannot be one list for all locales');
      await apart.update('dish', dish, { covers: ['f2', 'f1'] }, { locale: 'fr' });
      const again = await as(shared);
      expect(await again.led('dish', dish, 'covers', { locale: 'fr' })).to.deep.equal(['f2', 'f1']);
    });
  });
}
