import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { appFolders } from './app-folder.js';

const folders = appFolders();
const loader = new URL('../../../../src/adapters/app-directory/load-module.ts', import.meta.url).href;

/** Why a file cannot be loaded by Node itself: this process compiles what it loads, and words faults otherwise. */
async function faultOf(file: string, files: Readonly<Record<string, string>>): Promise<string> {
  const root = folders.make(files);
  const code = `
    import { tsImport } from 'tsx/esm/api';
    const { loadModule } = await tsImport(${JSON.stringify(loader)}, ${JSON.stringify(loader)});
    const loaded = await loadModule(${JSON.stringify(`${root}/${file}`)});
    console.log(loaded.ok ? 'loaded' : loaded.failure);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return stdout.trim();
}

describe('a file of the app that cannot be loaded', () => {
  after(() => folders.removeAll());

  for (const [kind, file, text] of [
    ['CommonJS', 'src/index.cjs', 'module.exports = {\n  register() {\n    const = 1;\n  },\n};\n'],
    ['an ES module', 'src/index.mjs', 'export default {\n  register() {\n    const = 1;\n  },\n};\n'],
  ] as const)
    it(`names the line of a syntax error in ${kind}`, async () => {
      expect(await faultOf(file, { [file]: text })).to.match(
        /^has a syntax error at line 3: Unexpected token/,
      );
    });

  it('names the line that threw', async () => {
    expect(await faultOf('a.cjs', { 'a.cjs': '\nthrow new Error("broken");' })).to.equal(
      'threw Error: broken (line 2)',
    );
  });

  it('names the file that it needs, where the fault is there', async () => {
    const files = { 'a.cjs': 'require("./lib/b.cjs");', 'lib/b.cjs': '\nconst = 1;' };
    expect(await faultOf('a.cjs', files)).to.match(
      /^has a syntax error at line 2 of \.\/lib\/b\.cjs: Unexpected/,
    );
  });
});
