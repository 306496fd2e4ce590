import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { writeProject } from '../../src/adapters/app-templates/write-project.js';
import { packageName } from '../../src/adapters/app-templates/project-texts.js';
import { askAboutProject } from '../../src/adapters/delivery/cli/ask-about-project.js';
import type { InitRequest } from '../../src/adapters/delivery/cli/command.js';
import { parseCommand } from '../../src/adapters/delivery/cli/parse-command.js';
import { readEnvironment } from '../../src/adapters/app-directory/read-environment.js';
import { initProject } from '../../src/bootstrap/init-project.js';
import { readApp, type App } from '../../src/bootstrap/read-app.js';
import type { Result } from '../../src/domain/result.js';
import { run } from '../cli/program.js';
import { valueOf } from '../contract/world.js';

const down = '\u001b[B';
const enter = '\r';

describe('quire init', () => {
  let folder: string;

  before(async () => (folder = await mkdtemp(join(tmpdir(), 'quire-init-'))));
  after(() => rm(folder, { recursive: true, force: true }));

  const init = async (name: string, request: Partial<InitRequest> = {}): Promise<string> => {
    const made = await initProject({ directory: join(folder, name), yes: true, ...request }, undefined);
    return made.ok ? made.value : made.failure.message;
  };

  const filesIn = async (name: string): Promise<readonly string[]> =>
    (await readdir(join(folder, name), { recursive: true, withFileTypes: true }))
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, name).length + 1))
      .sort();

  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');

  const put = async (files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
  };

  it('writes a blog in TypeScript with a test and secrets of its own', async () => {
    expect(await init('one'))
      .to.include('npm run dev')
      .and.include('curl -g');
    await init('two');
    expect(await filesIn('one')).to.include.members([
      '.env',
      '.env.example',
      '.gitignore',
      'README.md',
      'package.json',
      'src/index.ts',
      'test/api.test.mjs',
      'tsconfig.json',
    ]);
    const secretOf = (text: string) => /^JWT_SECRET=(.*)$/m.exec(text)?.[1];
    const [one, two, example] = await Promise.all(['one/.env', 'two/.env', 'one/.env.example'].map(read));
    expect(secretOf(one ?? '')).to.match(/^[0-9a-f]{64}$/);
    expect(secretOf(one ?? '')).not.to.equal(secretOf(two ?? ''));
    expect(secretOf(example ?? '')).to.equal('');
    expect(await read('one/.gitignore')).to.match(/^\.env$/m);
    if (process.platform !== 'win32') expect((await stat(join(folder, 'one/.env'))).mode & 0o077).to.equal(0);
    const manifest = JSON.parse(await read('one/package.json')) as { dependencies: object; name: string };
    expect(manifest.name).to.equal('one');
    expect(manifest.dependencies).to.have.key('quire-cms');
  });

  it('shows in the README of a blog a first article that has all that it requires', async () => {
    await init('shown');
    const [, body = ''] = /-d '(.*)'$/m.exec(await read('shown/README.md')) ?? [];
    const path = 'shown/src/api/article/content-types/article/schema.json';
    const { attributes } = JSON.parse(await read(path)) as {
      attributes: Record<string, { required?: true }>;
    };
    const required = Object.keys(attributes).filter((name) => attributes[name]?.required);
    const { data } = JSON.parse(body) as { data: object };
    expect(data).to.include.keys(required);
  });

  it('writes code that starts where another server has just written the sample content', async () => {
    const strapi = (counts: readonly number[]) => {
      const left = [...counts];
      return {
        dirs: { app: { src: join(folder, 'raced/src') } },
        documents: () => ({ count: async () => left.shift() }),
        access: { grant: async () => {} },
        db: { transaction: async () => Promise.reject(new Error('This attribute must be unique')) },
      };
    };
    for (const language of ['js', 'ts'] as const) {
      await rm(join(folder, 'raced'), { recursive: true, force: true });
      await init('raced', { language });
      const { default: code } = (await import(join(folder, `raced/src/index.${language}`))) as {
        default: { bootstrap(context: object): Promise<void> };
      };
      await code.bootstrap({ strapi: strapi([0, 2]) });
      const failed = await code.bootstrap({ strapi: strapi([0, 0]) }).catch(String);
      expect(failed).to.equal('Error: This attribute must be unique');
    }
  });

  it('writes an empty project in JavaScript for another database', async () => {
    await init('my.empty', { template: 'blank', language: 'js', database: 'mongodb' });
    const files = await filesIn('my.empty');
    expect(files.filter((name) => name.endsWith('.ts'))).to.deep.equal([]);
    expect(files).to.include('src/index.js');
    expect(await read('my.empty/.env')).to.match(/^DATABASE_URL=mongodb:\/\/127\.0\.0\.1:27017\/my_empty$/m);
  });

  it('makes names that npm accepts', () => {
    const names = ['My Blog', '.hidden', 'quire-cms', '日本', 'node_modules', 'a_b.c'];
    expect(names.map((name) => packageName(`/tmp/${name}`))).to.deep.equal([
      'my-blog',
      'hidden',
      'quire-cms-project',
      'my-project',
      'my-project',
      'a_b.c',
    ]);
  });

  it('refuses a folder that holds something, and leaves it as it was', async () => {
    await put({ 'taken/notes.txt': 'mine', 'a-file': 'mine' });
    expect(await init('taken')).to.match(/taken is not empty; name another folder: quire init DIR$/);
    expect(await init('a-file')).to.match(/a-file is not empty; name another folder: quire init DIR$/);
    expect(await filesIn('taken')).to.deep.equal(['notes.txt']);
  });

  it('names the flags when there is no terminal to ask on', async () => {
    const { code, notes } = await run(['init', join(folder, 'unasked')]);
    expect(code).to.equal(1);
    expect(notes).to.include('--yes').and.include('--database embedded|postgres|mongodb');
    expect(await readdir(folder)).not.to.include('unasked');
  });

  it('refuses wrong answers', () => {
    const refused = (...argv: readonly string[]) => {
      const parsed = parseCommand(['init', ...argv], '/');
      return parsed.ok ? '' : parsed.failure.message;
    };
    expect(refused('--template', 'shop')).to.equal('--template "shop" is not one of: blank, blog');
    expect(refused('--database', 'mysql')).to.include('embedded, postgres, mongodb');
    expect(refused('--from', 'a', '--template', 'blog')).to.equal('Give either --template or --from');
    expect(refused('--from', 'a', '--language', 'js')).to.include('stays as it is');
    expect(refused('', '--yes')).to.equal('DIR is empty');
  });

  it('asks three questions, and only those that are open', async () => {
    const answer = async (
      request: Partial<InitRequest>,
      keys: Readonly<Record<string, readonly string[]>>,
    ) => {
      const [input, output] = [new PassThrough(), new PassThrough()];
      let shown = '';
      const open = new Map(Object.entries(keys));
      output.setEncoding('utf8').on('data', (text: string) => {
        shown += text;
        for (const [question, pressed] of open)
          if (shown.includes(question) && open.delete(question))
            setImmediate(() => pressed.forEach((key) => input.write(key)));
      });
      return askAboutProject({ directory: 'x', yes: false, ...request }, { input, output });
    };
    expect(await answer({}, { begin: [down, enter], language: [enter], content: [enter] })).to.include({
      template: 'blank',
      language: 'ts',
      database: 'embedded',
    });
    expect(await answer({ template: 'blog', language: 'js' }, { content: [enter] })).to.include({
      template: 'blog',
      language: 'js',
      database: 'embedded',
    });
    expect(await answer({ from: 'old' }, { content: [enter] })).to.deep.equal({
      directory: 'x',
      yes: false,
      from: 'old',
      database: 'embedded',
    });
    expect(await answer({}, { begin: ['\u0003'] })).to.equal(undefined);
  });

  it('takes back a half-written project', async () => {
    const text = { text: '' };
    const files = [
      { path: 'a/b.txt', content: text },
      { path: 'a/b.txt/c', content: text },
    ];
    await mkdir(join(folder, 'empty'));
    for (const name of ['empty', 'new/deep', `new/${'n'.repeat(300)}`])
      expect(() => writeProject(join(folder, name), files), name).to.throw();
    expect(await readdir(join(folder, 'empty'))).to.deep.equal([]);
    expect(await readdir(folder)).not.to.include('new');
  });

  describe('from a project of Strapi', () => {
    before(async () => {
      await put({
        'outside/secret.ts': 'export default 1;',
        'old/package.json': JSON.stringify({
          scripts: { develop: 'strapi develop', seed: 'node seed.js' },
          dependencies: {
            '@strapi/strapi': '5.54.0',
            '@strapi/provider-email-nodemailer': '5.54.0',
            '@strapi/provider-email-sendgrid': '5.54.0',
            '@strapi/provider-upload-aws-s3': '5.54.0',
            '@strapi/provider-upload-cloudinary': '5.54.0',
            'better-sqlite3': '12.0.0',
            lodash: '4.18.1',
          },
          devDependencies: { typescript: '7.0.2', '@types/react': '18.0.0' },
        }),
        'old/.env': 'JWT_SECRET=old-secret\nSTRIPE_KEY=sk_live_1\n',
        'old/tsconfig.json': '{}',
        'old/src/index.ts': 'export default {};',
        'old/src/.env.local': 'TOKEN=abc',
        'old/src/admin/app.tsx': '',
        'old/src/api/dish/content-types/dish/schema.json': '{}',
        'old/src/plugins/x/node_modules/y/index.js': '',
        'old/config/server.ts': 'export default {};',
        'old/database/data.db': '',
        'old/public/robots.txt': '',
        'old/public/uploads/a.png': '',
        'old/scripts/seed.js': 'require("./seed-data.json");',
        'old/scripts/seed-data.json': '{}',
        'old/types/generated/contentTypes.d.ts': '',
        'old/tests/dish.test.js': '',
        'old/Dockerfile': '',
        'old/.env.production': 'TOKEN=abc',
        'old/.gitignore': '',
        'old/README.md': '',
        ...Object.fromEntries(
          ['node_modules/z/index.js', '.git/HEAD', 'dist/a.js', 'build/a.js', '.cache/a', '.tmp/data.db']
            .concat(
              'package-lock.json',
              'yarn.lock',
              '.env.example',
              '.strapi-updater.json',
              'tsc.tsbuildinfo',
            )
            .map((path) => [`old/${path}`, '']),
        ),
      });
      await symlink(join(folder, 'outside'), join(folder, 'old/src/linked'));
      await symlink(join(folder, 'outside/secret.ts'), join(folder, 'old/config/linked.ts'));
    });

    it('copies code and settings, and says what it leaves behind', async () => {
      const said = await init('moved', { from: join(folder, 'old') });
      expect(await filesIn('moved')).to.deep.equal([
        '.env',
        '.env.example',
        '.gitignore',
        'README.md',
        'config/server.ts',
        'package.json',
        'public/robots.txt',
        'scripts/seed-data.json',
        'scripts/seed.js',
        'src/api/dish/content-types/dish/schema.json',
        'src/index.ts',
        'test/api.test.mjs',
        'tsconfig.json',
      ]);
      for (const sentence of [
        'src/linked: a symbolic link',
        'config/linked.ts: a symbolic link',
        'src/.env.local: it holds secrets',
        'src/admin: the admin page takes no code of a project',
        'public/uploads: quire import',
        'database/data.db: a database',
        'values of .env: JWT_SECRET, STRIPE_KEY',
        'scripts of package.json: seed',
        '.env.production: it holds secrets',
        'types/generated: quire types writes them',
        'files that are written anew: .gitignore, README.md',
        'other files and folders at the top: Dockerfile, tests\n',
        'npx quire link',
        'quire import content.tar.gz',
      ])
        expect(said).to.include(sentence);
      expect(said).not.to.include('sk_live_1');
    });

    it('keeps the packages of the project, and no secret of it', async () => {
      const manifest = JSON.parse(await read('moved/package.json')) as Record<string, object>;
      expect(manifest['dependencies']).to.have.all.keys(
        '@strapi/provider-email-sendgrid',
        '@strapi/provider-upload-cloudinary',
        'lodash',
        'quire-cms',
      );
      expect(manifest['devDependencies']).to.deep.equal({ typescript: '7.0.2' });
      expect(manifest).not.to.have.property('type');
      const [secrets, example] = await Promise.all(['moved/.env', 'moved/.env.example'].map(read));
      expect(secrets).not.to.include('old-secret').and.not.to.include('sk_live_1');
      expect(secrets).to.match(/^APP_KEYS=[0-9a-f]{64}$/m);
      expect(example).to.include('# STRIPE_KEY=\n');
    });

    it('adds the types of koa where code in TypeScript imports them, as Strapi brought them along', async () => {
      const code = "import type { Context } from 'koa';\nexport default (ctx: Context) => ctx.body;\n";
      await put({
        'typed/package.json': JSON.stringify({ devDependencies: { typescript: '7.0.2' } }),
        'typed/src/middlewares/first.ts': code,
        'named/package.json': JSON.stringify({ dependencies: { '@types/koa': '2.15.0' } }),
        'named/src/middlewares/first.ts': code,
        'plain/src/middlewares/first.js': "const Koa = require('koa');",
      });
      const packagesOf = async (name: string) => {
        await init(`${name}-moved`, { from: join(folder, name) });
        const text = await read(`${name}-moved/package.json`);
        return JSON.parse(text) as Record<string, Record<string, string>>;
      };
      expect((await packagesOf('typed'))['devDependencies']).to.deep.equal({
        typescript: '7.0.2',
        '@types/koa': '^3.0.3',
      });
      expect((await packagesOf('named'))['devDependencies']).to.deep.equal({});
      expect((await packagesOf('plain'))['devDependencies']).to.deep.equal({});
    });

    it('sets the format that GraphQL of Strapi 5 has, where the project does not say which', async () => {
      const plugins = (config: string) => `module.exports = () => ({ graphql: { config: { ${config} } } });`;
      const projects = {
        flat: { config: plugins("endpoint: '/graphql'"), strapi: '5.54.0' },
        said: { config: plugins('v4CompatibilityMode: false'), strapi: '5.54.0' },
        four: { config: plugins("endpoint: '/graphql'"), strapi: '^4.25.0' },
      };
      for (const [name, { config, strapi }] of Object.entries(projects)) {
        await put({
          [`${name}/package.json`]: JSON.stringify({ dependencies: { '@strapi/strapi': strapi } }),
          [`${name}/config/plugins.js`]: config,
          [`${name}/src/api/dish/routes/dish.js`]: '',
        });
        await init(`${name}-moved`, { from: join(folder, name) });
        for (const file of ['.env', '.env.example'])
          expect(/^GRAPHQL_RESPONSE_FORMAT=v5$/m.test(await read(`${name}-moved/${file}`)), name).to.equal(
            name === 'flat',
          );
      }
      const environment = readEnvironment(join(folder, 'flat-moved'), {});
      const app = await readApp(join(folder, 'flat-moved'), environment);
      expect(valueOf(app as Result<App>).config.graphql.responseFormat).to.equal('v5');
    });

    it('refuses a folder that is no project', async () => {
      expect(await init('nowhere', { from: join(folder, 'missing') })).to.match(/missing is no folder$/);
      expect(await init('nowhere', { from: join(folder, 'outside') })).to.include('neither src nor config');
      expect(await readdir(folder)).not.to.include('nowhere');
    });
  });
});
