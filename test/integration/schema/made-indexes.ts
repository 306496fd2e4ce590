import { expect } from 'chai';
import { valueOf } from '../../contract/results.js';
import type { SchemaDatabase } from './schema-database.js';
import { schemaOf, type Attributes, type Files } from './schema-files.js';

const dish = (attributes: Attributes, more: object = {}): Files => ({
  types: { dish: { attributes, ...more } },
});
const text = { type: 'string' };

/** What every store does with an index that Quire made by itself when its content-type changes. */
export function describeMadeIndexes(database: () => SchemaDatabase): void {
  const withStore = async <T>(
    files: Files,
    work: (indexes: NonNullable<Awaited<ReturnType<typeof opened>>['indexes']>) => Promise<T>,
  ): Promise<T> => {
    const store = await opened(files);
    try {
      if (store.indexes === null) throw new Error('the store has no indexes');
      return await work(store.indexes);
    } finally {
      await store.close();
    }
  };
  const opened = async (files: Files) => valueOf(await database().openStore(schemaOf(files)));

  const make = (files: Files, ...fields: readonly string[]): Promise<unknown> =>
    withStore(files, async (indexes) =>
      valueOf(
        await indexes.change(() => ({
          kind: 'make',
          index: { type: 'api::dish.dish', layer: 'published', fields },
        })),
      ),
    );

  /** The attributes of the made indexes. */
  const made = (files: Files): Promise<readonly (readonly string[])[]> =>
    withStore(files, async (indexes) =>
      valueOf(await indexes.list()).flatMap(({ origin, fields }) => (origin === 'made' ? [fields] : [])),
    );

  describe('indexes that were made by themselves', () => {
    it('stay when other attributes change, and are no difference', async () => {
      const before = dish({ name: text, price: { type: 'integer' } });
      const after = dish({ name: text, price: { type: 'integer' }, note: text });
      await database().apply(before);
      await make(before, 'price', 'name');
      expect(await database().status(before)).to.deep.equal([]);
      expect(await database().apply(after)).to.deep.equal(['dishs.note']);
      expect(await made(after)).to.deep.equal([['price', 'name']]);
      expect(await database().status(after)).to.deep.equal([]);
    });

    it('have a name that no other content-type has', async () => {
      const files = {
        types: { dish: { attributes: { name: text } }, drink: { attributes: { name: text } } },
      };
      const names = await withStore(files, async ({ nameOf }) =>
        ['dish', 'drink'].map((name) =>
          nameOf({ type: `api::${name}.${name}`, layer: 'published', fields: ['name'] }),
        ),
      );
      expect(names).to.deep.equal(['quire_auto_dishs_name', 'quire_auto_drinks_name']);
    });

    it('are removed when an attribute of theirs is converted', async () => {
      const before = dish({ name: text, price: { type: 'integer' } });
      const after = dish({ name: text, price: { type: 'json' } });
      await database().apply(before);
      await database().insert('dishs', { name: 'Soup', price: 3 });
      await make(before, 'price', 'name');
      const done = await database().apply(after);
      expect(done.some((name) => name.includes('quire_auto_'))).to.equal(true);
      expect(await made(after)).to.deep.equal([]);
      expect(await database().apply(after)).to.deep.equal([]);
    });

    it('are listed as of no use when their attribute is gone', async () => {
      const before = dish({ name: text, price: { type: 'integer' } });
      const after = dish({ name: text });
      await database().apply(before);
      await make(before, 'price');
      await database().apply(after);
      expect(await made(after)).to.deep.equal([[]]);
    });

    it('serve their content-type until drafts are turned on or off, and are of no use where they do not', async () => {
      const plain = dish({ name: text });
      const withDrafts = dish({ name: text }, { draftAndPublish: true });
      await database().apply(plain);
      await make(plain, 'name');
      await database().apply(withDrafts);
      for (const fields of await made(withDrafts)) expect(['', 'name']).to.include(fields.join());
      expect(await database().status(withDrafts)).to.deep.equal([]);
    });
  });
}
