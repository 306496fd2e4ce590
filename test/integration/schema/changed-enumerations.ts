import { expect } from 'chai';
import { item, parts } from './changed-types.js';
import type { SchemaDatabase } from './schema-database.js';
import type { Files } from './schema-files.js';

const enumeration = (...values: readonly string[]) => ({ type: 'enumeration', enum: values });

const dishes = (kind: Readonly<Record<string, unknown>>): Files => ({
  types: { dish: { attributes: { kind, name: { type: 'string' } } } },
});

/** What every store makes of stored values when an enumeration begins, or gets other values. */
export function describeChangedEnumerations(database: () => SchemaDatabase): void {
  describe('changed enumerations', () => {
    it('are refused while values are stored that they no longer have', async () => {
      await database().apply(dishes(enumeration('main', 'side', 'soup')));
      await database().insert('dishs', { kind: 'main' }, { kind: 'soup' }, {}, { kind: 'soup' });
      const fewer = dishes(enumeration('main', 'side'));
      const { message } = await database().refused(fewer);
      expect(message)
        .to.include('2 values of "dishs.kind" are not in the enum')
        .and.include('document "d2"')
        .and.include('list them in the enum');
      expect((await database().status(fewer)).map(({ kind }) => kind)).to.include('unsafe');
      await database().set('dishs', 'd2', 'kind', 'side');
      await database().set('dishs', 'd4', 'kind', 'side');
      expect(await database().apply(fewer)).to.deep.equal(['dishs.kind']);
      expect(await database().apply(fewer)).to.deep.equal([]);
    });

    it('need no look at what is stored if they have more values, or others in their order', async () => {
      await database().apply(dishes(enumeration('main', 'side')));
      await database().insert('dishs', { kind: 'main' });
      expect(await database().apply(dishes(enumeration('side', 'soup', 'main')))).to.deep.equal([]);
      expect(await database().apply(dishes({ type: 'text' }))).to.deep.equal([]);
    });

    it('take over the values of another type that they have', async () => {
      await database().apply(dishes({ type: 'string' }));
      await database().insert('dishs', { kind: 'main' }, { kind: 'cake' });
      const { message } = await database().refused(dishes(enumeration('main')));
      expect(message).to.include('1 value of "dishs.kind" is not in the enum').and.include('document "d2"');
      await database().apply(dishes({ type: 'json' }));
      expect((await database().refused(dishes(enumeration('main')))).message).to.include(
        '1 value does not fit when "dishs.kind" changes from json to enumeration',
      );
      await database().apply(dishes(enumeration('main', 'cake')));
      expect(await database().stored('dishs', 'kind')).to.deep.equal([{ kind: 'main' }, { kind: 'cake' }]);
    });

    it('find the values of their renamed attribute, and those they had before they were removed', async () => {
      await database().apply(dishes(enumeration('main', 'soup')));
      await database().insert('dishs', { kind: 'soup' });
      const renamed = { sort: { ...enumeration('main'), renamedFrom: 'kind' } };
      const { message } = await database().refused({ types: { dish: { attributes: renamed } } });
      expect(message).to.include('1 value of "dishs.sort" is not in the enum');
      await database().apply({ types: { dish: { attributes: { name: { type: 'string' } } } } });
      expect((await database().refused(dishes(enumeration('main')))).message).to.include('not in the enum');
    });

    it('are looked for in components at every depth', async () => {
      await database().apply(parts({ weight: enumeration('light', 'heavy'), kept: { type: 'string' } }));
      const zone = [{ __component: 'shared.outer', id: 2, inner: { id: 3, weight: 'heavy' } }];
      await database().insert('dishs', { part: item('light') }, { zone });
      const light = parts({ weight: enumeration('light'), kept: { type: 'string' } });
      const { message } = await database().refused(light);
      expect(message)
        .to.include('In 1 version, component values in "dishs.zone"')
        .and.include('document "d2"');
      expect(message).not.to.include('dishs.part');
      await database().set('dishs', 'd2', 'zone', []);
      await database().apply(light);
      expect(await database().stored('dishs', 'part')).to.deep.equal([
        { part: item('light') },
        { part: null },
      ]);
      expect(await database().apply(light)).to.deep.equal([]);
    });
  });
}
