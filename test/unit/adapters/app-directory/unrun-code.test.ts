import { expect } from 'chai';
import { createRequire } from 'node:module';
import { unrunCode } from '../../../../src/adapters/app-directory/unrun-code.js';
import { appFolders } from './app-folder.js';

const folders = appFolders();

describe('code of a project that is not run', () => {
  after(() => folders.removeAll());

  const named: readonly (readonly [file: string, sentence: RegExp])[] = [
    ['src/api/dish/services/mail/send.ts', /^files in folders of controllers, services, .* are not run/],
    ['src/api/dish/routes/v1/dish.js', /^files in folders of .*: src\/api\/dish\/routes\/v1\/dish\.js$/],
    ['src/policies/deep/owner.js', /^files in folders of/],
    ['src/extensions/users-permissions/content-types/user/lifecycles.ts', /^files of extensions/],
    [
      'src/extensions/users-permissions/controllers/user.js',
      /^files of extensions .*require them in strapi-server/,
    ],
    ['src/idnex.js', /^files with nearly the name of index are not run, .*: src\/idnex\.js$/],
    ['src/api/dish/indx.ts', /^files with nearly the name of index are not run/],
    ['src/plugins/shop/package.json', /^plugins are not run/],
    ['src/admin/app.tsx', /^changes of the admin panel are not run/],
  ];
  for (const [file, sentence] of named)
    it(`is named, with what it means: ${file}`, async () => {
      const [told, ...more] = await unrunCode(folders.make({ [file]: 'module.exports = { a: 1 };' }));
      expect(told).to.match(sentence);
      expect(more).to.deep.equal([]);
    });

  it('is named once for each kind', async () => {
    const code = 'module.exports = {};';
    const root = folders.make({
      'src/plugins/a/strapi-server.js': code,
      'src/plugins/b/strapi-server.js': code,
    });
    expect(await unrunCode(root)).to.deep.equal([
      'plugins are not run, there are no plugins: what they serve or change is missing: src/plugins/a/strapi-server.js, src/plugins/b/strapi-server.js',
    ]);
  });

  it('is neither what other code has loaded, nor files that hold nothing', async () => {
    const root = folders.make({
      'src/api/a/controllers/parts/b.js': 'module.exports = 1;',
      'src/api/a/controllers/a.js': 'module.exports = require("./parts/b");',
      'src/api/a/services/deep/c.ts': '// nothing yet\n/* and nothing here */',
      'src/admin/app.example.tsx': 'export default {};',
      'src/admin/tsconfig.json': {},
      'database/migrations/.gitkeep': '',
      'src/api/a/routes/a.js': 'module.exports = 1;',
      'src/utils/b.js': 'module.exports = 1;',
      'src/index.js': 'module.exports = {};',
      'src/indexes.js': 'module.exports = {};',
    });
    const before = await unrunCode(root);
    createRequire(import.meta.url)(`${root}/src/api/a/controllers/a.js`);
    expect([before.length, await unrunCode(root)]).to.deep.equal([1, []]);
  });
});
