import { expect } from 'chai';
import { readAppParts } from '../../../../src/adapters/app-directory/read-app-parts.js';
import { appFolders, faultsOf, valueOf } from './app-folder.js';

const folders = appFolders();

const read = (files: Readonly<Record<string, unknown>>) => readAppParts(folders.make(files));

describe('policies, middlewares and routes of an app directory', () => {
  after(() => folders.removeAll());

  it('are optional', async () => {
    const { policies, middlewares, routes, ignored } = valueOf(
      await read({ 'src/api/x/content-types/x': '' }),
    );
    expect([policies.size, middlewares.size, routes.length, ignored.length]).to.deep.equal([0, 0, 0, 0]);
  });

  it('have the names by which they are known', async () => {
    const parts = valueOf(
      await read({
        'src/policies/isAdmin.js': 'module.exports = "admin";',
        'src/policies/readme.md': 'no code',
        'src/api/blogPost/policies/is-owner.mjs': 'export default "owner";',
        'src/api/blogPost/middlewares/countVisits.cjs': 'module.exports = "count";',
        'src/middlewares/time.js': 'module.exports = () => "time";',
        'src/api/blogPost/routes/01-custom.js': 'module.exports = { routes: [] };',
        'package.json': {},
      }),
    );
    expect([...parts.policies]).to.deep.equal([
      ['global::isAdmin', { file: 'src/policies/isAdmin.js', value: 'admin' }],
      ['api::blog-post.is-owner', { file: 'src/api/blogPost/policies/is-owner.mjs', value: 'owner' }],
    ]);
    expect([...parts.middlewares.keys()]).to.deep.equal(['global::time', 'api::blog-post.count-visits']);
    expect(parts.routes).to.deep.equal([
      { file: 'src/api/blogPost/routes/01-custom.js', value: { routes: [] }, api: 'blog-post' },
    ]);
  });

  it('in TypeScript are told, unless they are compiled beside themselves', async () => {
    const parts = valueOf(
      await read({
        'src/policies/a.ts': 'x',
        'src/policies/b.ts': 'export default 1;',
        'src/policies/b.js': 'module.exports = 1;',
        'src/policies/c.d.ts': 'x',
        'src/api/x/routes/x.ts': 'x',
      }),
    );
    expect(parts.ignored).to.deep.equal(['src/policies/a.ts', 'src/api/x/routes/x.ts']);
  });

  it('that cannot be loaded are all refused', async () => {
    const faults = faultsOf(
      await read({
        'src/policies/a.js': 'throw new Error("broken");',
        'src/policies/b.js': '',
        'src/policies/c.js': 'module.exports = 1;',
        'src/policies/c.mjs': 'export default 2;',
        'src/api/x/routes/x.js': 'const { factories } = require("@strapi/strapi");',
        'src/api/x/routes/y.mjs': 'import { factories } from "@strapi/strapi";',
      }),
    );
    expect(faults).to.have.members([
      'src/policies/a.js : threw Error: broken (line 1)',
      'src/policies/b.js : exports nothing',
      'src/policies/c.mjs : src/policies/c.js is global::c already: remove one of the two',
      'src/api/x/routes/x.js : needs @strapi/strapi: take factories and errors from "quire-cms" instead',
      'src/api/x/routes/y.mjs : needs @strapi/strapi: take factories and errors from "quire-cms" instead',
    ]);
  });
});
