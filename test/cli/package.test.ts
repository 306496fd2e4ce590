import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);
const node = (cwd: string, ...args: readonly string[]) => run(process.execPath, [...args], { cwd });

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
}

/** The paths of the packages that a production install has. */
async function productionPackages(): Promise<readonly string[]> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock;
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true)
    .map(([path]) => path);
}

/** Whether a package has declarations of its own. */
async function hasTypes(directory: string): Promise<boolean> {
  const isNamed = /"(types|typings)"/.test(await readFile(join(directory, 'package.json'), 'utf8'));
  return isNamed || existsSync(join(directory, 'index.d.ts'));
}

describe('the package', function () {
  this.timeout(180_000);
  let folder: string;
  let tarball: string;

  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'quire-package-')));
    const packed = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: root,
      maxBuffer: 1e8,
      shell: process.platform === 'win32',
    });
    const [{ filename }] = JSON.parse(packed.stdout) as [{ readonly filename: string }];
    tarball = join(folder, filename);
    const target = join(folder, 'node_modules/quire-cms');
    await mkdir(target, { recursive: true });
    await run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
    const installed = await productionPackages();
    for (const path of installed.filter((each) => each.lastIndexOf('node_modules/') === 0)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await symlink(join(root, path), join(folder, path)).catch(() => {});
    }
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('has a command that runs where only its own dependencies are installed', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    const { stdout } = await node(folder, 'node_modules/quire-cms/bin/quire', '--version');
    expect(stdout.trim()).to.equal(version);
  });

  it('serves an app over REST, with the playground, when it is imported or required', async () => {
    const type = join(folder, 'app/src/api/note/content-types/note');
    await mkdir(type, { recursive: true });
    const info = { singularName: 'note', pluralName: 'notes', displayName: 'Note' };
    const schema = { kind: 'collectionType', info, attributes: { text: { type: 'string' } } };
    await writeFile(join(type, 'schema.json'), JSON.stringify(schema));
    const body = `
      const env = { DATABASE_URL: 'memory:', PORT: '0', HOST: '127.0.0.1' };
      const quire = createQuire({ app: 'app', env, log: { debug() {}, info() {}, warn() {}, error: console.error } });
      async function serve() {
        const { url } = await quire.start();
        await quire.app.documents('api::note.note').create({ data: { text: 'packed' } });
        await quire.app.access.grant('public', 'api::note.note', ['find']);
        const notes = await (await fetch(url + '/api/notes')).json();
        const script = await fetch(url + '/graphql/playground/graphiql.js');
        console.log(notes.data[0].text, script.status);
        await quire.stop();
      }
      serve();`;
    await writeFile(join(folder, 'serve.mjs'), `import { createQuire } from 'quire-cms';${body}`);
    await writeFile(join(folder, 'serve.cjs'), `const { createQuire } = require('quire-cms');${body}`);
    await writeFile(
      join(folder, 'client.mjs'),
      "import { createClient } from 'quire-cms/client'; console.log(typeof createClient);",
    );
    expect((await node(folder, 'client.mjs')).stdout.trim()).to.equal('function');
    for (const file of ['serve.mjs', 'serve.cjs'])
      expect((await node(folder, file)).stdout.trim(), file).to.equal('packed 200');
  });

  it('writes a project whose own tests pass', async () => {
    const options = ['--template', 'blog', '--language', 'ts', '--database', 'embedded'];
    await node(folder, 'node_modules/quire-cms/bin/quire', 'init', 'project', ...options);
    const { stdout } = await node(join(folder, 'project'), '--test', '--test-reporter=tap');
    expect(stdout)
      .to.match(/^# pass 4$/m)
      .and.match(/^# fail 0$/m);
  });

  it('has types that a strict project compiles with, in ES modules and CommonJS', async () => {
    await writeFile(
      join(folder, 'uses.mts'),
      `import { createQuire, type AppObject } from 'quire-cms';
import { createDocuments } from 'quire-cms/application';
import { createClient, type Content } from 'quire-cms/client';
import { buildSchema } from 'quire-cms/domain';
import { createMemoryStore } from 'quire-cms/stores/memory';
import { createMongoStore } from 'quire-cms/stores/mongodb';
import { createPostgresStore } from 'quire-cms/stores/postgres';
import type { Core, Schema, Struct } from 'quire-cms/types';
export const app: AppObject = createQuire({ app: '.' }).app;
interface Note extends Struct.CollectionTypeSchema {
  info: { singularName: 'note'; pluralName: 'notes'; displayName: 'Note' };
  attributes: { text: Schema.Attribute.String & Schema.Attribute.Required };
}
interface Notes extends Content {
  contentTypes: { 'api::note.note': Note };
}
export const first = async (): Promise<string | undefined> =>
  (await createClient<Notes>({ baseUrl: '/api' }).collection('notes').find()).data[0]?.text;
export const count = ({ documents }: Core.Strapi): Promise<number> => documents('api::note.note').count();
export const all = [createDocuments, buildSchema, createMemoryStore, createMongoStore, createPostgresStore];
`,
    );
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const shared = ['--noEmit', '--strict', '--target', 'es2022', '--skipLibCheck', '--types', ''];
    await copyFile(join(folder, 'uses.mts'), join(folder, 'uses.cts'));
    for (const [module, resolution, file] of [
      ['node16', 'node16', 'uses.mts'],
      ['esnext', 'bundler', 'uses.mts'],
      ['nodenext', 'nodenext', 'uses.cts'],
      ['node20', 'node16', 'uses.cts'],
    ] as const) {
      const options = [...shared, '--module', module, '--moduleResolution', resolution];
      const compiled = await node(folder, tsc, ...options, file).catch((error: unknown) => error);
      expect((compiled as { readonly stdout: string }).stdout, `${module} ${file}`).to.equal('');
    }
  });

  it('has types that need no packages but those that it installs', async () => {
    const installed = await productionPackages();
    const files = await readdir(join(folder, 'node_modules/quire-cms/dist'), { recursive: true });
    const missing = new Set<string>();
    for (const file of files.filter((name) => name.endsWith('.d.ts'))) {
      const text = await readFile(join(folder, 'node_modules/quire-cms/dist', file), 'utf8');
      for (const [, name = ''] of text.matchAll(/from '((?:@[^/']+\/)?[^./'][^/':]*)(?:\/[^']*)?'/g)) {
        const own =
          installed.includes(`node_modules/${name}`) && (await hasTypes(join(folder, 'node_modules', name)));
        const apart = installed.some((path) => path.endsWith(`node_modules/@types/${name}`));
        if (!own && !apart && name !== 'quire-cms') missing.add(`${name} in ${file}`);
      }
    }
    expect([...missing]).to.deep.equal([]);
  });

  it('can list the packages that are parts of its files', async () => {
    const list: string = new URL('../../scripts/joined-packages.mjs', import.meta.url).href;
    const { joinedPackages } = (await import(list)) as {
      joinedPackages: (root: string) => readonly { readonly name: string; readonly version: string }[];
    };
    const joined = joinedPackages(root).map(({ name, version }) => `${name} ${version.split('.')[0]}`);
    // Of the server, the admin page with what its packages need, GraphiQL and the page of OpenAPI.
    expect(joined).to.include.members([
      'inversify 8',
      'react 19',
      'style-mod 4',
      'react 18',
      'swagger-ui-dist 5',
    ]);
    expect(joined.filter((name) => /undefined|^@types/.test(name))).to.deep.equal([]);
  });

  it('passes the checks of publint and of arethetypeswrong', async () => {
    const publint = join(root, 'node_modules/publint/src/cli.js');
    await node(folder, publint, 'node_modules/quire-cms', '--strict', '--pack', 'false');
    const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    // Node's own require loads ES modules, which this check does not know.
    await node(folder, attw, tarball, '--profile', 'node16', '--ignore-rules', 'cjs-resolves-to-esm');
  });
});
