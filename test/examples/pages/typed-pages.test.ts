import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { appTypes } from '../../../src/bootstrap/app-types.js';
import { typeFile } from '../../http/served-app.js';
import { compile } from '../../types/compile.js';
import { codeBlocks, root, type Block } from './code-blocks.js';
import { exceptionOf } from './exceptions.js';

const checked = (await codeBlocks()).filter(
  (block) => block.language === 'ts' && exceptionOf(block) === undefined,
);

const tsconfig = {
  compilerOptions: {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
  },
  include: ['cms/pages', 'cms/types', 'web'],
};

/** What pages leave to the reader, in the module of the page. */
const given: Readonly<Record<string, string>> = {
  client: 'declare const input: { files: FileList }, article: { documentId: string }, password: string;\n',
};

/** A line that says that it does not compile must not. */
const withExpectedErrors = (code: string): string =>
  code.replaceAll(/^(.*\/\/ does not compile.*)$/gm, '// @ts-expect-error\n$1');

describe('TypeScript in the documentation', function () {
  this.timeout(60_000);
  let folder: string;

  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'quire-docs-')));
    await mkdir(join(folder, 'node_modules/@strapi/strapi'), { recursive: true });
    await symlink(root, join(folder, 'node_modules/quire-cms'));
    await writeFile(
      join(folder, 'node_modules/@strapi/strapi/index.d.ts'),
      `export * from '${root}dist/src/bootstrap/packages/strapi.js';`,
    );
    await cp(join(root, 'test/projects/typed/src'), join(folder, 'cms/src'), {
      recursive: true,
      filter: (path) => !path.endsWith('.ts'),
    });
    for (const [path, file] of Object.entries(typeFile('dish', { Name: { type: 'string' } }))) {
      await mkdir(join(folder, 'cms', path, '..'), { recursive: true });
      await writeFile(join(folder, 'cms', path), JSON.stringify(file));
    }
    await writeFile(join(folder, 'cms/package.json'), '{ "name": "cms" }');
    expect(await appTypes({ app: join(folder, 'cms'), isCheck: false }, {})).to.have.property('ok', true);
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('compiles, and does not where it says so', async () => {
    const files = new Map<string, Block[]>();
    // Blocks that export are files of their own; the others of a page follow each other.
    for (const block of checked) {
      const place = block.page === 'client' ? 'web' : 'cms/pages';
      const isFile = /^export default/m.test(block.code);
      const name = `${place}/${block.page}${isFile ? `-${block.line}` : ''}.ts`;
      files.set(name, [...(files.get(name) ?? []), block]);
    }
    for (const [name, blocks] of files) {
      const code = blocks.map((block) => withExpectedErrors(block.code)).join('\n');
      await mkdir(join(folder, name, '..'), { recursive: true });
      await writeFile(join(folder, name), `${given[blocks[0]!.page] ?? ''}${code}`);
    }
    await writeFile(join(folder, 'cms/pages/create-my-store.ts'), store);
    expect(await compile(join(folder, 'tsconfig.json'))).to.equal('');
  });
});

const store = `import type { Schema } from 'quire-cms/domain';
import { createMemoryStore } from 'quire-cms/stores/memory';
export const createMyStore = async (schema: Schema) => createMemoryStore({ schema });
`;
