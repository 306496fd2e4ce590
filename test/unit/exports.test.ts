import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const source = fileURLToPath(new URL('../../src', import.meta.url));
const read = (file: string): string => readFileSync(join(source, file), 'utf8');

interface Reference {
  readonly file: string;
  readonly names: readonly string[] | '*';
}

/** What a module imports or exports from others. */
const references = (file: string, keyword: 'import' | 'export'): readonly Reference[] =>
  [
    ...read(file).matchAll(
      new RegExp(`^${keyword} (?:type )?(\\*|\\{[^}]*\\}) from '(\\.[^']+)\\.js'`, 'gm'),
    ),
  ].map(([, what = '', path = '']) => ({
    file: normalize(join(dirname(file), `${path}.ts`)),
    names: what === '*' ? what : [...what.matchAll(/(?:type )?(\w+)/g)].map(([, name = '']) => name),
  }));

const declared = (file: string): readonly string[] =>
  [...read(file).matchAll(/^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm)].map(
    ([, name = '']) => name,
  );

const packages = ['application/index.ts', 'domain/index.ts'];
const exported = packages.flatMap((file) => references(file, 'export'));
const isPublic = new Set(exported.flatMap(({ file, names }) => (names === '*' ? declared(file) : names)));

describe('quire-cms/application and quire-cms/domain', () => {
  const ports = new Set(
    exported.map(({ file }) => file).filter((file) => file.startsWith('application/ports/')),
  );

  it('have every part of a store', () => {
    const parts = references('application/ports/store.ts', 'import').map(({ file }) => file);
    expect([...ports]).to.include.members(parts.filter((file) => file.startsWith('application/')));
  });

  it('have what limits the clients of a delivery', () => {
    expect([...isPublic]).to.include.members([
      'createAdmission',
      'AdmissionOptions',
      'defaultLimits',
      'CostLimits',
    ]);
  });

  for (const file of [...ports, 'application/documents/use-cases.ts', 'domain/query/mutation.ts'])
    it(`have all types that ${file} names`, () => {
      const own = ports.has(file) ? [] : declared(file).filter((name) => /^[A-Z]/.test(name));
      const named = [...references(file, 'import').flatMap(({ names }) => names), ...own];
      expect(named.filter((name) => !isPublic.has(name))).to.deep.equal([]);
    });
});
