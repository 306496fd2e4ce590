import { expect } from 'chai';
import { runInOwnProcess } from './own-process.js';
import { faultOf } from './project.js';

describe('the packages that projects import', () => {
  const files = {
    'src/index.js': `
      const { factories } = require('@strapi/strapi');
      const utils = require('@strapi/utils');
      const lib = require('library');
      module.exports = {
        async register({ strapi }) {
          const imported = await import('@strapi/utils');
          const { modern } = await import('./modern.mjs');
          strapi.seen = {
            factories, errors: utils.errors, viaImport: imported.errors, modern, library: lib.errors,
            types: require('@strapi/types'), own: require('quire-cms').errors,
            env: utils.env('SHOP_UNSET', 'otherwise'), undefinedThere: utils.parseMultipartData, sanitize: utils.sanitize.contentAPI,
          };
        },
      };`,
    'src/modern.mjs': `import { errors, env } from '@strapi/utils'; import { factories } from '@strapi/strapi'; export const modern = { errors, factories };`,
    // What is installed is not what code gets.
    'node_modules/@strapi/utils/package.json': { name: '@strapi/utils', main: 'index.js' },
    'node_modules/@strapi/utils/index.js': 'throw new Error("the installed one");',
    'node_modules/library/package.json': { name: 'library', main: 'index.js' },
    'node_modules/library/index.js': `exports.errors = require('@strapi/utils').errors;`,
  };

  // In a process of its own: another test may have let code import the packages of another build of the server.
  const compare = `
    const { seen } = quire.app;
    const { modern, types, env: set, undefinedThere = 'undefined', sanitize = 'undefined' } = seen;
    const found = [seen.errors, seen.viaImport, seen.library, seen.own, modern.errors];
    console.log(JSON.stringify({
      errors: found.map((each) => each === server.errors),
      factories: [seen.factories, modern.factories].map((each) => each === server.factories),
      types, set, undefinedThere, sanitize,
    }));`;

  it('are the running server, for require and import, from the project and its packages', async () => {
    const { stdout } = await runInOwnProcess(files, compare);
    expect(JSON.parse(stdout)).to.deep.equal({
      errors: [true, true, true, true, true],
      factories: [true, true],
      types: { default: {} },
      set: 'otherwise',
      undefinedThere: 'undefined',
      sanitize: 'undefined',
    });
  });

  it('of the database has what the settings of new projects check', async () => {
    const database = (syntax: string): string =>
      `${syntax} module.exports = () => { if (isDatabaseClientKind('oracle')) throw new Error('any'); return {}; };`;
    for (const syntax of [
      'const { isDatabaseClientKind } = require("@strapi/database");',
      'import { isDatabaseClientKind } from "@strapi/database"; if (!isDatabaseClientKind("sqlite")) throw new Error("none");',
    ])
      expect(await faultOf({ 'config/database.ts': database(syntax) })).to.equal('started');
  });

  it('of Strapi itself, and files inside packages, are refused by name', async () => {
    expect(
      await faultOf({ 'src/index.ts': 'import { x } from "@strapi/database"; export default { a: x };' }),
    ).to.match(/src\/index\.ts.*x of @strapi\/database is a part of Strapi itself, and not offered/);
    expect(
      await faultOf({ 'src/index.ts': 'import { x } from "@strapi/core"; export default x;' }),
    ).to.contain('src/index.ts needs @strapi/core, which is a part of Strapi itself, and not offered');
    expect(await faultOf({ 'src/index.js': 'require("@strapi/utils/dist/errors");' })).to.contain(
      'src/index.js needs @strapi/utils/dist/errors, which is a file inside a package: import from @strapi/utils',
    );
    expect(await faultOf({ 'src/index.mjs': 'import "@strapi/plugin-upload"; export default {};' })).to.match(
      /src\/index\.mjs.*@strapi\/plugin-upload/,
    );
  });
});
