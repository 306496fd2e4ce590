import { expect } from 'chai';
import { unrunCode } from '../../../../src/adapters/app-directory/unrun-code.js';
import { appFolders } from './app-folder.js';

const folders = appFolders();

describe('code of a project that is not run', () => {
  after(() => folders.removeAll());

  const named: readonly (readonly [file: string, sentence: RegExp])[] = [
    [
      'src/api/dish/controllers/dish.js',
      /^controllers are not run, .*: src\/api\/dish\/controllers\/dish\.js$/,
    ],
    ['src/api/dish/services/mail/send.ts', /^services are not run/],
    [
      'src/api/dish/content-types/dish/lifecycles.js',
      /^lifecycle hooks are not run, writes go on without them/,
    ],
    ['src/extensions/users-permissions/content-types/user/lifecycles.ts', /^lifecycle hooks/],
    ['src/api/dish/routes/v1/dish.js', /^files in folders of routes, policies and middlewares are not run/],
    ['src/policies/deep/owner.js', /^files in folders of routes/],
    ['src/extensions/users-permissions/strapi-server.js', /^extensions of plugins are not run/],
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
    const root = folders.make({ 'src/api/a/services/a.js': code, 'src/api/b/services/b.js': code });
    expect(await unrunCode(root)).to.deep.equal([
      'services are not run, nothing calls them: src/api/a/services/a.js, src/api/b/services/b.js',
    ]);
  });

  it('is not what generators write, nor files that hold nothing', async () => {
    const root = folders.make({
      'src/api/a/controllers/a.js': `'use strict';

        /**
         * a controller
         */
        const { createCoreController } = require('@strapi/strapi').factories;

        module.exports = createCoreController('api::a.a');`,
      'src/api/a/services/a.ts': `
        // service
        import { factories } from '@strapi/strapi';
        export default factories.createCoreService('api::a.a');
      `,
      'src/api/a/content-types/a/lifecycles.js': '// nothing yet\n',
      'src/admin/app.example.tsx': 'export default {};',
      'src/admin/tsconfig.json': {},
      'database/migrations/.gitkeep': '',
      'src/api/a/routes/a.js': 'module.exports = 1;',
      'src/utils/b.js': 'module.exports = 1;',
    });
    expect(await unrunCode(root)).to.deep.equal([]);
  });

  it('is a generated file to which something was added', async () => {
    const root = folders.make({
      'src/api/a/controllers/a.js': `const { factories } = require('@strapi/strapi');
        module.exports = factories.createCoreController('api::a.a', ({ strapi }) => ({ find() {} }));`,
    });
    expect(await unrunCode(root)).to.have.length(1);
  });
});
