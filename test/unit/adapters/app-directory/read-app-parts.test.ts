import { expect } from 'chai';
import { readAppParts } from '../../../../src/adapters/app-directory/read-app-parts.js';
import { appFolders, faultsOf, valueOf } from './app-folder.js';

const folders = appFolders();

const read = (files: Readonly<Record<string, unknown>>) => readAppParts(folders.make(files));

describe('policies, middlewares and routes of an app directory', () => {
  after(() => folders.removeAll());

  it('are optional', async () => {
    const { policies, middlewares, routes, notes } = valueOf(await read({ 'src/api/x/content-types/x': '' }));
    expect([policies.size, middlewares.size, routes.length, notes.length]).to.deep.equal([0, 0, 0, 0]);
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

  it('are found in every folder, by their names', async () => {
    const parts = valueOf(
      await read({
        'src/api/Shop/controllers/paymentMe.js': 'exports.pay = () => 1;',
        'src/api/Shop/controllers/deep/unread.js': 'throw new Error("never loaded");',
        'src/api/Shop/services/price2.js': 'module.exports = class Price {};',
        'src/api/Shop/content-types/BlogPost/lifecycles.js': 'module.exports = { beforeCreate() {} };',
        'src/api/Shop/index.js': 'module.exports = { bootstrap: () => "shop" };',
        'src/extensions/users-permissions/strapi-server.js': 'module.exports = (plugin) => plugin;',
        'src/extensions/users-permissions/controllers/user.js': 'throw new Error("never loaded");',
        'src/api/.hidden/controllers/x.js': 'throw new Error("never loaded");',
      }),
    );
    expect([...parts.controllers.keys()]).to.deep.equal(['api::shop.payment-me']);
    expect([...parts.services.keys()]).to.deep.equal(['api::shop.price2']);
    expect([...parts.lifecycles]).to.have.nested.property('[0][0]', 'api::shop.blog-post');
    expect([...parts.extensions.keys()]).to.deep.equal(['users-permissions']);
    expect(parts.apis.map(({ bootstrap }) => bootstrap?.({}))).to.deep.equal(['shop']);
  });

  it('beside a source of their name are not loaded, which is told', async () => {
    const both = (path: string) => ({
      [`${path}.ts`]: 'export default { a: 1 };',
      [`${path}.js`]: 'throw 1;',
    });
    const { notes } = valueOf(await read({ ...both('src/api/shop/index'), ...both('src/policies/open') }));
    expect(notes.toSorted()).to.deep.equal([
      'src/api/shop/index.js is not loaded, as the .ts file beside it is: remove it',
      'src/policies/open.js is not loaded, as the .ts file beside it is: remove it',
    ]);
  });

  it('in folders with nearly the right name are told', async () => {
    const { notes, policies } = valueOf(
      await read({
        'src/polices/a.js': 'module.exports = 1;',
        'src/utils/a.js': 'module.exports = 1;',
        'src/api/shop/polices/a.js': 'module.exports = 1;',
        'src/api/shop/route/a.js': 'module.exports = { routes: [] };',
      }),
    );
    expect(policies.size).to.equal(0);
    expect(notes).to.deep.equal([
      'src/polices is not read (did you mean "policies"?)',
      'src/api/shop/polices is not read (did you mean "policies"?)',
      'src/api/shop/route is not read (did you mean "routes"?)',
    ]);
  });

  it('beside a schema file with nearly the right name, and hooks in another place, are told', async () => {
    const { notes, lifecycles } = valueOf(
      await read({
        'src/api/shop/lifecycles.js': 'throw new Error("never loaded");',
        'src/api/shop/content-types/lifecycles.js': 'throw new Error("never loaded");',
        'src/api/shop/content-types/shop/lifecycle.js': 'throw new Error("never loaded");',
        'src/api/shop/content-types/shop/shema.json': {},
        'src/api/shop/content-types/shop/layout.json': {},
        'src/api/shop/content-types/shop/notes.md': '',
      }),
    );
    expect(lifecycles.size).to.equal(0);
    const place = 'move it to src/api/shop/content-types/<name>/lifecycles';
    expect(notes).to.deep.equal([
      `src/api/shop/lifecycles.js is not read here: ${place}`,
      `src/api/shop/content-types/lifecycles.js is not read here: ${place}`,
      'src/api/shop/content-types/shop/lifecycle.js is not read (did you mean "lifecycles"?)',
      'src/api/shop/content-types/shop/shema.json is not read (did you mean "schema"?)',
    ]);
  });

  it('of components are their hooks, and nothing else', async () => {
    const hooks = 'module.exports = { lifecycles: { beforeCreate() {} } };';
    const parts = valueOf(
      await read({ 'src/components/meta/seo.js': hooks, 'src/components/meta/seo.json': {} }),
    );
    expect([...parts.lifecycles.keys()]).to.deep.equal(['meta.seo']);
    const faulty = await read({ 'src/components/meta/seo.js': 'module.exports = { attributes: {} };' });
    expect(faultsOf(faulty)[0]).to.match(/^src\/components\/meta\/seo\.js attributes: is not read here/);
  });

  it('that export nothing, or no default, are left out and told', async () => {
    const compiled = 'Object.defineProperty(exports, "__esModule", { value: true });';
    const parts = valueOf(
      await read({
        'src/api/a/content-types/a/lifecycles.js': `${compiled} exports.beforeCreate = () => 1;`,
        'src/policies/b.js': '// nothing yet',
        'src/policies/c.js': `${compiled} exports.default = () => true;`,
      }),
    );
    expect(parts.notes).to.deep.equal([
      'src/policies/b.js exports nothing, so it has no effect',
      'src/api/a/content-types/a/lifecycles.js has no default export, so it has no effect: export { beforeCreate } as one default export',
    ]);
    expect([...parts.policies.keys()]).to.deep.equal(['global::c']);
    expect(parts.lifecycles.size).to.equal(0);
  });

  it('that cannot be loaded are all refused', async () => {
    const faults = faultsOf(
      await read({
        'src/policies/a.js': 'throw new Error("broken");',
        'src/policies/c.js': 'module.exports = 1;',
        'src/policies/c.mjs': 'export default 2;',
        'src/api/x/routes/x.js': 'const axios = require("axios");',
        'src/api/x/routes/y.mjs': '\nimport z from "no-such-package/deep";',
        'src/api/x/routes/z.js': '\nrequire("../../../utils/lib");',
        'src/utils/lib.js': '\n\nrequire("@nobody/has-this");',
      }),
    );
    expect(faults).to.have.members([
      'src/policies/a.js : threw Error: broken (line 1)',
      'src/policies/c.mjs : src/policies/c.js is global::c already: remove one of the two',
      'src/api/x/routes/x.js : needs the package axios, which came with Strapi without being declared: declare it in package.json (npm install axios) (line 1)',
      'src/api/x/routes/y.mjs : needs the package no-such-package: declare it in package.json (npm install no-such-package)',
      'src/api/x/routes/z.js : needs the package @nobody/has-this: declare it in package.json (npm install @nobody/has-this) (line 2)',
    ]);
  });
});
