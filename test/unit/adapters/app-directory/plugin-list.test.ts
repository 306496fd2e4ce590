import { expect } from 'chai';
import { checkMigrations } from '../../../../src/adapters/app-directory/check-migrations.js';
import { checkPlugins } from '../../../../src/adapters/app-directory/plugin-list.js';
import { appFolders } from './app-folder.js';

describe('migrations of a project', () => {
  const folders = appFolders();
  after(() => folders.removeAll());

  it('are refused by their files', async () => {
    const root = folders.make({
      'database/migrations/.gitkeep': '',
      'database/migrations/2024.01.01T00.00.00.names.js': 'module.exports = {};',
      'database/seeds/a.js': '',
    });
    const faults = await checkMigrations(root);
    expect(faults.map(({ file }) => file)).to.deep.equal([
      'database/migrations/2024.01.01T00.00.00.names.js',
    ]);
  });
});

describe('the plugins of a project', () => {
  const folders = appFolders();
  after(() => folders.removeAll());

  const checked = async (plugins: object, files: Readonly<Record<string, string>> = {}) => {
    const sections = new Map([['plugins', { file: 'config/plugins.js', value: plugins }]]);
    const { faults, warnings } = await checkPlugins(folders.make({ 'a.txt': '', ...files }), {
      sections,
    } as never);
    return [...faults.map(({ file, path, message }) => `${file} ${path} ${message}`), ...warnings];
  };
  const dependencies = (...names: readonly string[]) => ({
    'package.json': JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '1'])) }),
  });
  const plugin = (name: string, strapi: object) => ({
    [`node_modules/${name}/package.json`]: JSON.stringify({ name, strapi }),
  });

  it('that the server has itself, or that are switched off, pass', async () => {
    const off = { enabled: false, resolve: './src/plugins/mine' };
    expect(await checked({ upload: {}, email: {}, i18n: true, mine: off, other: false })).to.deep.equal([]);
  });

  it('that serve the admin panel or tools get a line each', async () => {
    expect(await checked({ seo: { enabled: true }, sentry: { config: { dsn: 'x' } } })).to.deep.equal([
      'config/plugins.js: seo is left out: it serves the admin panel only',
      'config/plugins.js: sentry is left out: errors are in the log',
    ]);
  });

  it('that are local or unknown are refused by name', async () => {
    const [local, unknown] = await checked({
      mine: { resolve: './src/plugins/mine' },
      'populate-deep': true,
    });
    expect(local).to.match(
      /^config\/plugins\.js mine is a plugin.*enabled: false.*move what its server part does/,
    );
    expect(unknown).to.match(/^config\/plugins\.js populate-deep is a plugin/);
    expect((await checked({ seo: { resolve: './src/plugins/seo' } }))[0]).to.match(
      /^config\/plugins\.js seo is a/,
    );
  });

  it('that Strapi would load from the dependencies are found there too', async () => {
    const files = {
      ...dependencies(
        '@strapi/strapi',
        '@strapi/plugin-users-permissions',
        '@strapi/plugin-cloud',
        '@strapi/provider-upload-aws-s3',
        'strapi-v5-plugin-populate-deep',
        'some-package',
        'lodash',
      ),
      ...plugin('some-package', { kind: 'plugin', name: 'transformer' }),
      ...plugin('lodash', {}),
    };
    const [deep, other, ...warnings] = await checked({}, files);
    expect(deep).to.match(
      /^package\.json strapi-v5-plugin-populate-deep is a plugin.*"populate-deep": \{ enabled: false/,
    );
    expect(other).to.match(/^package\.json some-package is a plugin.*"transformer": \{ enabled: false/);
    expect(warnings).to.deep.equal([
      'package.json: @strapi/plugin-cloud is left out: it serves the admin panel only',
    ]);
    const off = { 'populate-deep': { enabled: false }, transformer: false };
    expect(await checked(off, files)).to.have.length(1);
  });
});
