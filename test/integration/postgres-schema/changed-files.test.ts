import { expect } from 'chai';
import { describeChangedFiles } from '../schema/changed-files.js';
import { describeChangedRelations } from '../schema/changed-relations.js';
import { describeRenamedUids } from '../schema/renamed-uids.js';
import type { Attributes, Files } from '../schema/schema-files.js';
import { describeSwitchedOptions } from '../schema/switched-options.js';
import { usePostgres } from './postgres-schema-database.js';

const dish = (attributes: Attributes, more: object = {}): Files => ({
  types: { dish: { attributes, ...more } },
});
const text = { type: 'string' };

describe('a PostgreSQL database', () => {
  const database = usePostgres();

  describeChangedFiles(database);
  describeChangedRelations(database);
  describeRenamedUids(database);
  describeSwitchedOptions(database);

  it('draft & publish turned on gives every document its draft, links included', async () => {
    const chef = { attributes: { name: text } };
    const attributes = {
      name: text,
      chefs: { type: 'relation', relation: 'oneToMany', target: 'api::chef.chef' },
    };
    await database().apply({ types: { dish: { attributes: { ...attributes, old: text } }, chef } });
    await database().insert('dishs', { name: 'Soup', old: 'kept' });
    await database().link('dishs_chefs_links', { source: 'd1', target: 'c1', key: 'a' });
    await database().apply({ types: { dish: { attributes, draftAndPublish: true }, chef } });
    expect(
      await database().rows('SELECT document_id, status, name, old FROM dishs ORDER BY status'),
    ).to.deep.equal([
      { document_id: 'd1', status: 'draft', name: 'Soup', old: 'kept' },
      { document_id: 'd1', status: 'published', name: 'Soup', old: 'kept' },
    ]);
    expect(
      await database().rows('SELECT draft_key, draft_inverse_key, published_key FROM dishs_chefs_links'),
    ).to.deep.equal([{ draft_key: 'a', draft_inverse_key: 'a', published_key: 'a' }]);
  });

  it('draft & publish turned off is refused while a draft would vanish', async () => {
    const on = dish({ name: text }, { draftAndPublish: true });
    const off = dish({ name: text });
    await database().apply(on);
    await database().insert('dishs', { name: 'Soup', layer: 'draft' });
    expect((await database().refused(off)).message).to.include(
      '1 draft is not published, for example of document "d1"',
    );
    await database().rows(`INSERT INTO dishs (document_id, status, created_at, updated_at, name)
      SELECT document_id, 'published', created_at, updated_at, name FROM dishs`);
    await database().apply(off);
    expect(await database().rows('SELECT status, name FROM dishs')).to.deep.equal([
      { status: 'published', name: 'Soup' },
    ]);
  });

  it('locales turned on and off move the default locale, and never drop a translation', async () => {
    const off = dish({ name: text });
    const on = dish({ name: text }, { localized: true });
    await database().apply(off);
    await database().insert('dishs', { name: 'Soup' });
    await database().apply(on);
    expect(await database().rows('SELECT locale FROM dishs')).to.deep.equal([{ locale: 'en' }]);
    await database().insert('dishs', { name: 'Suppe', locale: 'de' });
    expect((await database().refused(off)).message).to.include('1 version is not in "en"');
    await database().rows(`DELETE FROM dishs WHERE locale = 'de'`);
    await database().apply(off);
    expect(await database().rows('SELECT locale FROM dishs')).to.deep.equal([{ locale: '' }]);
  });

  it('tables whose indexes have one name come and go, and leave their data', async () => {
    const unique = { type: 'string', unique: true };
    const dishName = { collectionName: 'dish', attributes: { name_short: unique } };
    const shortName = { collectionName: 'dish_name', attributes: { short: unique } };
    const version = { collectionName: 'dish_version', attributes: { name: text } };
    const files = { types: { dish: dishName, name: shortName, version } };
    await database().apply({ types: { dish: dishName } });
    expect(await database().indexes('dish')).to.include('dish_version');
    for (const types of [files.types, { dish: dishName }, { name: shortName }, files.types]) {
      await database().apply({ types });
      expect((await database().status({ types })).filter(({ kind }) => kind !== 'leftover')).to.deep.equal(
        [],
      );
    }
    await database().insert('dish', { name_short: 'a' });
    await database().insert('dish_name', { short: 'a' });
    expect(await database().indexes('dish')).not.to.include('dish_version');
  });

  it('a large table gets its indexes without being locked, from whichever server comes first', async () => {
    await database().apply(dish({ name: text }));
    await database().rows(`INSERT INTO dishs (document_id, status, created_at, updated_at, name)
      SELECT 'd' || n, 'published', now(), now(), 'name ' || n FROM generate_series(1, 100001) n`);
    const indexed = dish({ name: { type: 'string', unique: true, index: true } });
    const both = await Promise.all([database().apply(indexed), database().apply(indexed)]);
    expect(both.flat()).to.include.members(['dishs_name_unique', 'dishs_name_index']);
    expect(await database().status(indexed)).to.deep.equal([]);
    await database().apply(dish({ name: text }));
    await database().rows(`UPDATE dishs SET name = 'same' WHERE document_id IN ('d1', 'd2')`);
    expect((await database().refused(indexed)).message).to.include('1 value is there more than once');
  });
});
