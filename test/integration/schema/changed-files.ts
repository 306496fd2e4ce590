import { expect } from 'chai';
import type { SchemaDatabase } from './schema-database.js';
import { valueOf } from '../../contract/results.js';
import { schemaOf, type Attributes, type Files } from './schema-files.js';

const dish = (attributes: Attributes, more: object = {}): Files => ({
  types: { dish: { attributes, ...more } },
});
const text = { type: 'string' };

/** What every store keeps of rows when the files change. */
export function describeChangedFiles(database: () => SchemaDatabase): void {
  describe('changed schema files with rows', () => {
    it('an added attribute is listed, and null in the rows', async () => {
      await database().apply(dish({ name: text }));
      await database().insert('dishs', { name: 'Soup' });
      expect(
        await database().apply(dish({ name: text, note: { type: 'text', required: true } })),
      ).to.deep.equal(['dishs.note']);
      expect(await database().stored('dishs', 'name', 'note')).to.deep.equal([{ name: 'Soup', note: null }]);
    });

    it('a removed attribute keeps its values, is listed, lets others be inserted, and is found again', async () => {
      const before = dish({ name: text, note: { type: 'text', required: true } });
      const after = dish({ name: text });
      await database().apply(before);
      await database().insert('dishs', { name: 'Soup', note: 'hot' });
      expect(await database().apply(after)).to.deep.equal([]);
      const [leftover] = await database().status(after);
      expect(leftover).to.deep.include({ kind: 'leftover', name: 'dishs.note' });
      await database().insert('dishs', { documentId: 'd2', name: 'Stew' });
      await database().apply(before);
      expect(await database().status(before)).to.deep.equal([]);
      expect(await database().stored('dishs', 'name', 'note')).to.deep.equal([
        { name: 'Soup', note: 'hot' },
        { name: 'Stew', note: null },
      ]);
    });

    it('are planned as the store that has them would do it, and nothing changes', async () => {
      const before = dish({ name: text, size: { type: 'string' } });
      await database().apply(before);
      await database().insert('dishs', { name: 'Soup', size: 'large' });
      const after = dish({ title: { ...text, renamedFrom: 'name' }, size: { type: 'integer' } });
      const store = valueOf(await database().openStore(schemaOf(before)));
      const planned = valueOf(await store.schema.plan(schemaOf(after)));
      await store.close();
      expect(planned).to.deep.equal(await database().status(after));
      expect(planned.map(({ kind, name }) => `${kind} ${name}`)).to.deep.equal([
        'unsafe dishs.size',
        'safe dishs.title',
      ]);
      expect(await database().status(before)).to.deep.equal([]);
    });

    it('a removed content-type keeps its rows, until it is dropped by name', async () => {
      const both: Files = {
        types: { dish: { attributes: { name: text } }, chef: { attributes: { name: text } } },
      };
      const one = dish({ name: text });
      await database().apply(both);
      await database().insert('chefs', { name: 'Ada' });
      await database().apply(one);
      expect((await database().status(one)).map(({ kind, name }) => [kind, name])).to.deep.equal([
        ['leftover', 'chefs'],
      ]);
      expect((await database().dropRefused(one, ['dishs'])).message).to.equal(
        '"dishs" is not a leftover; these are: chefs.',
      );
      expect(await database().drop(one, ['chefs'])).to.deep.equal(['chefs']);
      expect(await database().status(one)).to.deep.equal([]);
      expect(await database().apply(both)).to.include('chefs');
    });

    it('a drop takes leftovers alone and counts the version up', async () => {
      const after = dish({ name: text });
      await database().apply(dish({ name: text, note: text, size: { type: 'integer' } }));
      await database().insert('dishs', { name: 'Soup', note: 'hot', size: 3 });
      await database().apply(after);
      const before = await database().version();
      expect(await database().drop(after, ['dishs.note'])).to.deep.equal(['dishs.note']);
      expect(await database().drop(after, 'all')).to.deep.equal(['dishs.size']);
      expect(await database().drop(after, 'all')).to.deep.equal([]);
      expect(await database().stored('dishs', 'name')).to.deep.equal([{ name: 'Soup' }]);
      expect(await database().attributesOf('dishs'))
        .to.include('name')
        .and.not.include.members(['note', 'size']);
      expect(await database().version()).to.equal(before + 2);
    });

    it('a declared rename takes the data and the indexes along', async () => {
      await database().apply(dish({ name: { type: 'string', unique: true, index: true } }));
      await database().insert('dishs', { name: 'Soup' });
      const renamed = dish({ mainTitle: { type: 'string', unique: true, index: true, renamedFrom: 'name' } });
      await database().apply(renamed);
      expect(await database().stored('dishs', 'mainTitle')).to.deep.equal([{ mainTitle: 'Soup' }]);
      const indexes = (attribute: string): string[] =>
        (['unique', 'index'] as const).map((kind) => database().indexName('dishs', attribute, kind));
      const made = await database().indexes('dishs');
      expect(made).to.include.members(indexes('mainTitle'));
      for (const former of indexes('name')) expect(made).not.to.include(former);
      expect(await database().apply(renamed)).to.deep.equal([]);
      expect(await database().status(renamed)).to.deep.equal([]);
    });

    it('a renamed attribute may change its type at the same time', async () => {
      await database().apply(dish({ size: text }));
      await database().insert('dishs', { size: '12' });
      await database().apply(dish({ width: { type: 'integer', renamedFrom: 'size' } }));
      expect(await database().stored('dishs', 'width')).to.deep.equal([{ width: 12 }]);
      expect(await database().attributesOf('dishs')).not.to.include('size');
    });

    it('a renamed content-type takes its rows and links along', async () => {
      const chef = { attributes: { name: text } };
      const attributes = {
        name: text,
        chefs: { type: 'relation', relation: 'oneToMany', target: 'api::chef.chef' },
      };
      await database().apply({ types: { dish: { attributes }, chef } });
      await database().insert('dishs', { name: 'Soup' });
      await database().link('dishs_chefs_links', { source: 'd1', target: 'c1', key: 'a' });
      const renamed: Files = {
        types: { meal: { attributes, collectionName: 'meals', renamedFrom: 'dishs' }, chef },
      };
      await database().apply(renamed);
      expect(await database().stored('meals', 'name')).to.deep.equal([{ name: 'Soup' }]);
      expect(await database().linked('meals_chefs_links')).to.deep.equal(['d1>c1']);
      expect(await database().apply(renamed)).to.deep.equal([]);
      expect(await database().status(renamed)).to.deep.equal([]);
      const names = await database().names();
      for (const former of ['dishs', 'dishs_chefs_links']) expect(names).not.to.include(former);
      const indexes = await database().indexes('meals');
      expect(indexes.filter((name) => /^dishs.*(?<!pkey)$/.test(name))).to.deep.equal([]);
    });

    it('a refusal changes nothing at all and names every reason', async () => {
      await database().apply(dish({ name: text, size: text }));
      await database().insert('dishs', { name: 'x', size: 'big' }, { name: 'x', size: '3' });
      const files = dish({ name: { type: 'string', unique: true }, size: { type: 'integer' }, fresh: text });
      const before = await database().version();
      const { details, code } = await database().refused(files);
      expect(code).to.equal('SCHEMA.UNSAFE_CHANGE');
      expect(
        ((details?.['changes'] ?? []) as { name: string }[]).map(({ name }) => name).sort(),
      ).to.deep.equal(['dishs.size', database().indexChange('dishs', 'name', 'unique')]);
      expect(await database().version()).to.equal(before);
      expect(await database().attributesOf('dishs')).not.to.include('fresh');
      expect(await database().stored('dishs', 'size')).to.deep.equal([{ size: 'big' }, { size: '3' }]);
      expect((await database().status(files)).map(({ kind }) => kind).sort()).to.deep.equal([
        'safe',
        'unsafe',
        'unsafe',
      ]);
    });

    it('an attribute that becomes unique names the duplicates', async () => {
      await database().apply(dish({ name: text }));
      await database().insert('dishs', { name: 'x' }, { name: 'x' }, { name: 'y' }, {}, {});
      const { message } = await database().refused(dish({ name: { type: 'string', unique: true } }));
      expect(message).to.include(
        '"dishs.name" is to be unique, but 1 value is there more than once, for example in document "d1"',
      );
      await database().set('dishs', 'd1', 'name', 'z');
      const index = database().indexChange('dishs', 'name', 'unique');
      expect(await database().apply(dish({ name: { type: 'string', unique: true } }))).to.deep.equal([index]);
      expect(await database().apply(dish({ name: text }))).to.deep.equal([index]);
    });
  });
}
