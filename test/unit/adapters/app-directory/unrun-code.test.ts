import { expect } from 'chai';
import { unrunCode } from '../../../../src/adapters/app-directory/unrun-code.js';
import { appFolders } from './app-folder.js';

const folders = appFolders();

describe('code of a project that is not run', () => {
  after(() => folders.removeAll());

  const named: readonly (readonly [file: string, sentence: RegExp])[] = [
    ['src/api/dish/controllers/v1/dish.js', /^files in folders of routes, controllers, .* are not run/],
    ['src/api/dish/services/mail/send.ts', /^files in folders of routes/],
    [
      'src/extensions/users-permissions/content-types/user/lifecycles.ts',
      /^extensions of plugins are not run/,
    ],
    ['src/api/dish/routes/v1/dish.js', /^files in folders of routes, .* are not run/],
    ['src/policies/deep/owner.js', /^files in folders of routes/],
    ['src/extensions/users-permissions/strapi-server.js', /^extensions of plugins are not run/],
    ['src/plugins/shop/package.json', /^plugins are not run/],
    ['src/admin/app.tsx', /^changes of the admin panel are not run/],
    ['database/migrations/2024-01-01-names.js', /^migrations are not run, .*bootstrap/],
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
      'plugins are not run, there are no plugins: what they serve or change is missing: ' +
        'src/plugins/a/strapi-server.js, src/plugins/b/strapi-server.js',
    ]);
  });

  it('is not what is loaded, nor files that hold nothing', async () => {
    const root = folders.make({
      'src/api/a/controllers/a.js': 'module.exports = {};',
      'src/api/a/services/a.ts': 'export default {};',
      'src/api/a/content-types/a/lifecycles.js': '// nothing yet\n',
      'src/admin/app.example.tsx': 'export default {};',
      'src/admin/tsconfig.json': {},
      'database/migrations/.gitkeep': '',
      'src/api/a/routes/a.js': 'module.exports = 1;',
      'src/utils/b.js': 'module.exports = 1;',
    });
    expect(await unrunCode(root)).to.deep.equal([]);
  });
});
