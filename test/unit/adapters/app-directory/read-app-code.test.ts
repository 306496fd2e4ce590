import { expect } from 'chai';
import { readAppCode } from '../../../../src/adapters/app-directory/read-app-code.js';
import { appFolders, faultsOf, valueOf } from './app-folder.js';

const folders = appFolders();

const read = async (files: Readonly<Record<string, unknown>>) => readAppCode(`${folders.make(files)}/src`);

async function called(files: Readonly<Record<string, unknown>>): Promise<readonly unknown[]> {
  const { register, bootstrap, destroy } = valueOf(await read(files));
  return [await register?.(1), await bootstrap?.(2), await destroy?.(3)];
}

describe('code of an app directory', () => {
  after(() => folders.removeAll());

  it('is optional', async () => {
    expect(valueOf(await read({ 'src/api/x': '' }))).to.deep.equal({});
  });

  it('has no other keys than its steps', async () => {
    const there = 'there are: register, bootstrap, destroy';
    const keys = 'module.exports = { bootstrap() {}, foo() {}, boostrap: 1 };';
    expect(faultsOf(await read({ 'src/index.js': keys }))).to.deep.equal([
      `src/index.js foo: is not known; ${there}`,
      `src/index.js boostrap: is not known (did you mean "bootstrap"?); ${there}`,
    ]);
    expect(faultsOf(await read({ 'src/index.mjs': 'export default { foo: 1 };' }))).to.deep.equal([
      `src/index.mjs foo: is not known; ${there}`,
    ]);
  });

  it('may export other functions beside its steps, unless their names look like these', async () => {
    const named =
      'export const helper = () => 2; export const boostrap = 1; export default { register: () => 1 };';
    expect(await called({ 'src/index.mjs': named })).to.deep.equal([1, undefined, undefined]);
    const wrong = faultsOf(await read({ 'src/index.mjs': 'export const boostrap = () => {};' }));
    expect(JSON.stringify(wrong)).to.contain('did you mean \\"bootstrap\\"?');
  });

  it('beside a source of its name is not loaded, which is told', async () => {
    const index = {
      'src/index.js': 'module.exports = 1;',
      'src/index.ts': 'export default {};',
      'src/a.js': '',
      'src/a.ts': '',
    };
    const notes: string[] = [];
    valueOf(await readAppCode(`${folders.make(index)}/src`, 'src', true, notes));
    expect(notes).to.deep.equal(['src/index.js is not loaded, as the .ts file beside it is: remove it']);
  });

  it('of an api may have other keys', async () => {
    const index = { 'src/index.js': 'module.exports = { foo: 1, register: () => 1 };' };
    const code = valueOf(await readAppCode(`${folders.make(index)}/src`, 'src/api/dish', false));
    expect(Object.keys(code)).to.deep.equal(['register']);
  });

  it('is CommonJS or an ES module, with a default export or named ones', async () => {
    const forms: readonly Readonly<Record<string, unknown>>[] = [
      {
        'src/index.js':
          'module.exports = { register: (c) => ["r", c], async bootstrap(c) { return ["b", c]; } };',
      },
      {
        'src/index.cjs': 'exports.register = (c) => ["r", c]; exports.bootstrap = (c) => ["b", c];',
        'package.json': { type: 'module' },
      },
      { 'src/index.mjs': 'export default { register: (c) => ["r", c], bootstrap: (c) => ["b", c] };' },
      {
        'src/index.js':
          'export const register = (c) => ["r", c]; export function bootstrap(c) { return ["b", c]; }',
        'package.json': { type: 'module' },
      },
      {
        'src/index.js':
          'Object.defineProperty(exports, "__esModule", { value: true }); exports.default = { register: (c) => ["r", c], bootstrap: (c) => ["b", c] };',
      },
    ];
    for (const form of forms)
      expect(await called(form), JSON.stringify(form)).to.deep.equal([['r', 1], ['b', 2], undefined]);
  });

  it('keeps its own `this`', async () => {
    expect(
      await called({
        'src/index.js': 'module.exports = { register() { this.own = 1; }, destroy() { return this.own; } };',
      }),
    ).to.deep.equal([undefined, undefined, 1]);
  });

  it('that throws, or exports something else, is refused with its file', async () => {
    expect(faultsOf(await read({ 'src/index.js': 'throw new Error("broken");' }))).to.deep.equal([
      'src/index.js : threw Error: broken (line 1)',
    ]);
    expect(faultsOf(await read({ 'src/index.mjs': 'export const register = 5;' }))).to.deep.equal([
      'src/index.mjs register: must be a function',
    ]);
    expect(faultsOf(await read({ 'src/index.js': 'module.exports = {' }))[0]).to.match(/^src\/index\.js : /);
  });

  it('that is CommonJS where package.json says otherwise is told what to do', async () => {
    const files = {
      'src/index.js': 'module.exports = { register() {} };',
      'package.json': { type: 'module' },
    };
    expect(faultsOf(await read(files))).to.deep.equal([
      'src/index.js : is CommonJS, but its package.json says "type": "module": name it .cjs, or write it with import and export',
    ]);
  });
});
