import { expect } from 'chai';
import { readdirSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { chefFile, chefWith } from '../cli/program.js';
import { faultOf, serveFolder, serveProject, writeProject } from './project.js';

const tsconfig = `{
  // What a new project has.
  "extends": "@strapi/typescript-utils/tsconfigs/server",
  "compilerOptions": { "outDir": "dist", "rootDir": ".", "paths": { "@lib/*": ["./src/lib/*"] }, },
  "include": ["./", "src/**/*.json"],
}`;

const files = {
  'tsconfig.json': tsconfig,
  'package.json': { name: 'shop', version: '1.2.3' },
  'config/server.ts': `
    export default ({ env }) => ({ host: env('HOST', '127.0.0.1'), port: env.int('PORT', 1337), tax: 7 });`,
  'config/shop.ts': `
    import type { Core } from '@strapi/strapi';
    const config = ({ env }: Core.Config.Shared.ConfigParams) => ({ rates: [1, 2], double: (n: number) => n * 2 });
    export default config;`,
  'config/env/test/shop.ts': `export default { rates: [9] };`,
  'src/lib/names.ts': `
    import { Context } from 'koa';
    export enum Size { Small = 'small', Large = 'large' }
    export namespace Names { export const first = 'Ada'; }
    export class Point { sum = this.x + this.y; constructor(private x: number, private y: number) {} }
    const wrong: number = 'type errors do not matter';
    export const typed = (ctx: Context) => ctx;`,
  'src/lib/old.ts': `module.exports = { count: 3 };`,
  'src/lib/data.json': { deep: { n: 4 } },
  'src/lib/modern.js': `export const modern = 5; export default 6;`,
  'src/index.ts': `
    import type { Core } from '@strapi/strapi';
    import { Size, Names, Point, typed } from './lib/names';
    import { Size as Same } from '@lib/names';
    import old from './lib/old';
    import * as data from './lib/data.json';
    import six, { modern } from './lib/modern';
    import { relative } from './lib/names.js';
    const early = strapi.config.get('shop.rates');
    export default {
      register({ strapi }: { strapi: Core.Strapi }) {
        strapi.seen = [
          early, Size.Large, Same === Size, Names.first, new Point(1, 2).sum, old.count, data.deep.n, six, modern, typeof typed,
          strapi === globalThis.strapi,
        ];
      },
      async bootstrap() { strapi.lazy = (await import('./lib/names')).Size.Small; },
    };`,
};

describe('a TypeScript project', () => {
  it('runs from its sources, with what compilers of such projects make of them', () =>
    serveProject(files, ({ strapi, directory, said }) => {
      const { seen, lazy } = strapi as unknown as { readonly seen: unknown; readonly lazy: unknown };
      expect(seen).to.deep.equal([[9, 2], 'large', true, 'Ada', 3, 3, 4, 6, 5, 'function', true]);
      expect(lazy).to.equal('small');
      const { config } = strapi;
      expect(config.get('server.tax')).to.equal(7);
      expect((config.get('shop.double') as (n: number) => number)(4)).to.equal(8);
      expect(config.get('info.name')).to.equal('shop');
      expect([config.has('shop.rates'), config.has('shop.nope')]).to.deep.equal([true, false]);
      expect(config.set('shop.more', 1).get('shop.more')).to.equal(1);
      expect((config['server'] as { readonly url: string }).url).to.equal('');
      expect(strapi.dirs.app.src).to.equal(join(directory, 'src'));
      expect(said.filter((line) => /not (read|run)/.test(line))).to.deep.equal([]);
    }));

  it('runs without tsconfig.json too', () =>
    serveProject(
      { 'src/index.ts': 'export default { register({ strapi }: any) { strapi.ran = true; } };' },
      ({ strapi }) => void expect(strapi).to.have.property('ran', true),
    ));

  it('runs through a link to its folder, and with "type": "module"', async () => {
    const project = await writeProject({
      'package.json': { type: 'module' },
      'config/shop.ts': 'export default { rate: 3 };',
      'src/lib/deep.ts': 'export const deep: number = 5;',
      'src/index.ts': `
        import { deep } from './lib/deep.js';
        export default { register({ strapi }: any) { strapi.found = [deep, strapi.config.get('shop.rate')]; } };`,
    });
    const link = `${project.directory}-link`;
    try {
      symlinkSync(project.directory, link);
      await serveFolder(link, ({ strapi }) => void expect(strapi).to.have.deep.property('found', [5, 3]));
    } finally {
      rmSync(link, { force: true });
      await project.remove();
    }
  });

  it('is compiled once for each content of a file', async () => {
    const project = await writeProject(files);
    const cache = join(project.directory, '.quire/cache');
    const times = () => readdirSync(cache).map((name) => [name, statSync(join(cache, name)).mtimeMs]);
    try {
      await serveFolder(project.directory, () => undefined);
      const first = times();
      expect(first).to.have.length.greaterThan(5);
      await serveFolder(project.directory, () => undefined);
      expect(times()).to.deep.equal(first);
    } finally {
      await project.remove();
    }
  });

  it('names the line of an error in its source', async () => {
    expect(
      await faultOf({ 'src/index.ts': 'interface A { a: string }\n\nexport default {\n  register( {\n};\n' }),
    ).to.match(/src\/index\.ts: has a syntax error at line [45]: Expected|Unexpected/);
    const thrown = 'type A = {\n  a: string;\n};\n\nthrow new Error("broken");';
    expect(await faultOf({ 'src/policies/a.ts': thrown })).to.contain(
      'src/policies/a.ts: threw Error: broken (line 5)',
    );
  });

  it('names a package that it does not declare', async () => {
    expect(
      await faultOf({ 'src/index.ts': '\nimport _ from "axios";\nexport default { a: _ };' }),
    ).to.contain(
      'src/index.ts: needs the package axios, which came with Strapi without being declared: declare it in package.json (npm install axios)',
    );
  });
});

describe('the compiled files of a TypeScript project', () => {
  const register = (said: string) => `exports.default = { register({ strapi }) { strapi.from = '${said}'; } };
    Object.defineProperty(exports, '__esModule', { value: true });`;
  const schema = {
    kind: 'collectionType',
    collectionName: 'soups',
    info: { singularName: 'soup', pluralName: 'soups', displayName: 'Soup' },
    attributes: { Name: { type: 'string' } },
  };
  const compiled = {
    'tsconfig.json': tsconfig,
    'src/index.ts': `export default { register({ strapi }) { strapi.from = 'source'; } };`,
    'dist/src/index.js': register('dist'),
    'dist/config/server.js': 'module.exports = { fromDist: true };',
    [`dist/${chefFile}`]: chefWith({ Name: { type: 'string' } }),
    'dist/src/api/dish/content-types/dish/schema.json': {
      ...schema,
      info: { ...schema.info, singularName: 'dish', pluralName: 'dishes' },
    },
  };
  const production = { NODE_ENV: 'production', JWT_SECRET: 'kR8vQ2mZpX4tLw9sYb3nHc7jFd5gAe1u' };

  const from = async (
    environment: Readonly<Record<string, string>>,
    change: (directory: string) => void = () => undefined,
  ): Promise<readonly [unknown, readonly string[]]> => {
    const project = await writeProject(compiled);
    let seen: readonly [unknown, readonly string[]] = [undefined, []];
    const later = new Date(Date.now() + 60_000);
    for (const file of Object.keys(compiled).filter((name) => name.startsWith('dist/')))
      utimesSync(join(project.directory, file), later, later);
    change(project.directory);
    try {
      await serveFolder(
        project.directory,
        ({ strapi, said }) => {
          seen = [
            (strapi as unknown as { readonly from: unknown }).from,
            said.filter((line) => line.includes('dist')),
          ];
        },
        environment,
      );
      return seen;
    } finally {
      await project.remove();
    }
  };

  it('are what runs in production, the sources otherwise', async () => {
    expect(await from(production)).to.deep.equal(['dist', []]);
    expect(await from({})).to.deep.equal(['source', []]);
  });

  it('do not win over newer sources, which is told', async () => {
    const touch = (directory: string): void => {
      const latest = new Date(Date.now() + 120_000);
      utimesSync(join(directory, 'src/index.ts'), latest, latest);
    };
    expect(await from(production, touch)).to.deep.equal([
      'source',
      ['src/index.ts is newer than dist/: the sources are run, not dist/; build it again to run that'],
    ]);
  });

  it('are enough', async () => {
    const { 'src/index.ts': _source, ...alone } = compiled;
    const project = await writeProject(alone);
    rmSync(join(project.directory, 'src'), { recursive: true });
    try {
      await serveFolder(project.directory, ({ strapi, directory }) => {
        expect(strapi).to.have.property('from', 'dist');
        expect(strapi.config.get('server.fromDist')).to.equal(true);
        expect(strapi.dirs.dist.root).to.equal(join(directory, 'dist'));
      });
    } finally {
      await project.remove();
    }
  });

  it('hold the middlewares that config/middlewares resolves, unless these are files of the project', async () => {
    const says = (name: string) =>
      `module.exports = () => async (ctx, next) => { await next(); ctx.append('X-From', '${name}'); };`;
    const list = ['./src/utils/around', './dist/src/utils/around', './plain', 'from-a-package'];
    const resolved = list.map((resolve) => ({ resolve, config: {} }));
    const project = await writeProject({
      ...compiled,
      'plain.js': says('project'),
      'node_modules/from-a-package/index.js': says('package'),
      'dist/src/utils/around.js': says('dist'),
      'dist/config/middlewares.js': `module.exports = ${JSON.stringify(resolved)};`,
    });
    rmSync(join(project.directory, 'src'), { recursive: true });
    try {
      await serveFolder(project.directory, async ({ url }) => {
        const { headers } = await fetch(`${url}/nothing`);
        expect(headers.get('X-From')).to.equal('package, project, dist, dist');
      });
    } finally {
      await project.remove();
    }
  });
});
