import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { serveProject, writeProject } from './project.js';

const seed = `
  const { createStrapi, compileStrapi } = require('@strapi/strapi');
  const { errors } = require('@strapi/utils');
  async function main() {
    const appContext = await compileStrapi();
    const app = await createStrapi(appContext).load();
    app.log.level = 'error';
    const [made] = await strapi.documents('api::dish.dish').findMany();
    await app.documents('api::dish.dish').create({ data: { Name: 'Seeded' }, status: 'published' });
    let refused;
    try { await app.documents('api::dish.dish').create({ data: { Name: 'x' }, status: 'published' }); } catch (error) { refused = error; }
    console.log(JSON.stringify({
      same: app === strapi, byBootstrap: made.Name, count: await app.documents('api::dish.dish').count(),
      refused: refused instanceof errors.ValidationError, tax: app.config.get('server.tax'), shop: process.env.SHOP, cwd: process.cwd() === appContext.appDir,
    }));
    await app.destroy();
    console.log(typeof globalThis.strapi);
    process.exit(0);
  }
  main().catch((error) => { console.error(error); process.exit(1); });`;

const files = {
  'package.json': { name: 'shop' },
  '.env': 'SHOP=open\n',
  'config/server.ts': 'export default () => ({ tax: 7 });',
  'src/index.ts': `export default {
    bootstrap: ({ strapi }: any) => strapi.documents('api::dish.dish').create({ data: { Name: 'Bootstrapped' } }),
    destroy: () => console.log('destroyed'),
  };`,
  'scripts/seed.js': seed,
};

const run = promisify(execFile);
/** Scripts run with the built program, without any option. */
const program = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const link = (directory: string) => node(directory, program('bin/quire'), 'link');

const node = (directory: string, ...argv: readonly string[]) =>
  run(process.execPath, argv, {
    cwd: directory,
    env: { ...process.env, DATABASE_URL: 'memory:', NODE_ENV: 'test' },
  });

const expected = [
  JSON.stringify({
    same: true,
    byBootstrap: 'Bootstrapped',
    count: 2,
    refused: true,
    tax: 7,
    shop: 'open',
    cwd: true,
  }),
  'destroyed',
  'undefined',
  '',
];

describe('scripts of a project', () => {
  it('load the app, and end it, once the packages are linked', async () => {
    const project = await writeProject(files);
    try {
      const { stdout } = await link(project.directory);
      for (const name of ['strapi', 'utils', 'types'])
        expect(stdout).to.include(`node_modules/@strapi/${name}`);
      expect(await link(project.directory)).to.have.property('stdout', stdout);
      expect((await node(project.directory, 'scripts/seed.js')).stdout.split('\n')).to.deep.equal(expected);
    } finally {
      await project.remove();
    }
  });

  it('keep a package that has come along with a provider', async () => {
    const project = await writeProject(files);
    try {
      const folder = join(project.directory, 'node_modules/@strapi/utils');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'package.json'), '{ "name": "@strapi/utils", "version": "5.54.0" }');
      const { stdout } = await link(project.directory);
      expect(stdout).to.include('node_modules/@strapi/strapi').and.not.include('@strapi/utils');
      const manifest = join(project.directory, 'package.json');
      const asking = {
        ...JSON.parse(readFileSync(manifest, 'utf8')),
        dependencies: { '@strapi/utils': '5' },
      };
      writeFileSync(manifest, JSON.stringify(asking));
      const refused = await link(project.directory).catch((error: unknown) => error);
      expect(refused).to.have.property('stderr').that.includes('@strapi/utils: installed packages');
    } finally {
      await project.remove();
    }
  });

  it('run with --import too, where Strapi itself is installed', async () => {
    const project = await writeProject(files);
    try {
      const folder = join(project.directory, 'node_modules/@strapi/strapi');
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        join(folder, 'package.json'),
        JSON.stringify({ name: '@strapi/strapi', main: 'index.js' }),
      );
      writeFileSync(join(folder, 'index.js'), 'throw new Error("Strapi itself");');
      const refused = await link(project.directory).catch((error: unknown) => error);
      expect(refused)
        .to.have.property('stderr')
        .that.includes('@strapi/strapi: installed packages are not replaced');
      const register = pathToFileURL(program('dist/src/bootstrap/register.js')).href;
      const { stdout } = await node(project.directory, '--import', register, 'scripts/seed.js');
      expect(stdout.split('\n')).to.deep.equal(expected);
    } finally {
      await project.remove();
    }
  });

  it('are named at the start where node alone would not find the packages', () =>
    serveProject(files, ({ said }) => {
      expect(said).to.include(
        'scripts/seed.js: with node alone these do not find @strapi/strapi; run quire link once, or use node --import quire-cms/register',
      );
    }));
});
