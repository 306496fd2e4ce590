import { expect } from 'chai';
import { readConfig } from '../../../../src/adapters/app-directory/read-config.js';
import { appFolders, faultsOf, valueOf } from './app-folder.js';

const folders = appFolders();

const read = async (
  files: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string>> = {},
) => readConfig(folders.make(files), environment);

const sections = async (...given: Parameters<typeof read>) =>
  Object.fromEntries([...valueOf(await read(...given)).sections].map(([name, { value }]) => [name, value]));

describe('config files', () => {
  after(() => folders.removeAll());

  it('are objects or functions, in every module format', async () => {
    const files = {
      'config/a.js': 'module.exports = { one: 1 };',
      'config/b.cjs': 'module.exports = ({ env }) => ({ two: env("TWO", 0) });',
      'config/c.mjs': 'export default async ({ env }) => ({ three: env.int("THREE") });',
      'config/d.json': { four: 4 },
      'config/e.js':
        'Object.defineProperty(exports, "__esModule", { value: true }); exports.default = ["strapi::errors"];',
      'config/.g.js': 'not read',
      'config/functions/h.js': 'not read',
    };
    expect(await sections(files, { TWO: 'zwei', THREE: '3' })).to.deep.equal({
      a: { one: 1 },
      b: { two: 'zwei' },
      c: { three: 3 },
      d: { four: 4 },
      e: ['strapi::errors'],
    });
  });

  it('follow the type that package.json says', async () => {
    expect(
      await sections({ 'package.json': { type: 'module' }, 'config/a.js': 'export default { one: 1 };' }),
    ).to.deep.equal({ a: { one: 1 } });
  });

  it('beside a source of their name are not loaded, which is told', async () => {
    const [source, built] = ['export default { port: 1 };', 'throw 1;'];
    const files = {
      'config/server.ts': source,
      'config/server.js': built,
      'config/env/test/server.ts': source,
      'config/env/test/server.js': built,
    };
    expect(valueOf(await read(files, { NODE_ENV: 'test' })).notes).to.deep.equal([
      'config/server.js is not loaded, as the .ts file beside it is: remove it',
      'config/env/test/server.js is not loaded, as the .ts file beside it is: remove it',
    ]);
  });

  it('with nearly the right name are told', async () => {
    const files = {
      'config/servr.json': { port: 1 },
      'config/shop.json': {},
      'config/env/prodution/server.json': { port: 80 },
      'config/env/canary/server.json': {},
      'confg/server.json': { port: 2 },
      'scripts/a.json': {},
    };
    expect(valueOf(await read(files)).notes).to.deep.equal([
      'confg/ is not read (did you mean "config"?)',
      'config/servr.json has no settings of the server (did you mean "server"?)',
      'config/env/prodution is read with NODE_ENV=prodution only (did you mean "production"?)',
    ]);
    expect(
      valueOf(await read({ 'config/env/prod/server.json': {} }, { NODE_ENV: 'prod' })).notes,
    ).to.deep.equal([]);
  });

  it('of the logger are not loaded, which is told', async () => {
    const logger = 'module.exports = { transports: [require("@strapi/logger").winston] };';
    const read = await readConfig(
      folders.make({ 'config/logger.js': logger, 'config/env/test/logger.json': { level: 'http' } }),
      { NODE_ENV: 'test' },
    );
    const { sections, notes } = valueOf(read);
    expect([...sections.keys()]).to.deep.equal([]);
    expect(notes).to.deep.equal([
      'config/logger.js is not loaded, as the log has a form of its own',
      'config/env/test/logger.json is not loaded, as the log has a form of its own',
    ]);
  });

  it('may be none', async () => {
    expect(await sections({})).to.deep.equal({});
  });

  it('of the environment go over the others, member by member', async () => {
    const files = {
      'config/server.json': { host: 'a', app: { keys: ['x', 'y'], other: 1 } },
      'config/env/production/server.json': { port: 80, app: { keys: ['z'] } },
      'config/env/production/extra.json': { a: 1 },
      'config/env/test/server.json': { port: 81 },
    };
    expect(await sections(files, { NODE_ENV: 'production' })).to.deep.equal({
      server: { host: 'a', port: 80, app: { keys: ['z', 'y'], other: 1 } },
      extra: { a: 1 },
    });
    expect(await sections(files)).to.deep.equal({
      server: { host: 'a', app: { keys: ['x', 'y'], other: 1 } },
    });
  });

  it('get the helper that reads the environment', async () => {
    const calls = `[
      env('TEXT'), env('NONE'), env('NONE', 'x'), env.int('INT'), env.int('NONE', 4), env.float('FLOAT'), env.bool('YES'), env.bool('INT'),
      env.bool('NONE', true), env.json('JSON'), env.array('LIST'), env.array('QUOTED'), env.date('DATE'), env.oneOf('TEXT', ['a', 'text'], 'a'),
      env.oneOf('TEXT', ['a', 'b'], 'a'),
    ]`;
    const environment = {
      TEXT: 'text',
      INT: '-7',
      FLOAT: '1.5',
      YES: 'true',
      JSON: '{"a":[1]}',
      LIST: 'a, b',
      QUOTED: '["a","b c"]',
      DATE: '2024-01-02',
    };
    const { all } = await sections(
      { 'config/all.js': `module.exports = ({ env }) => ({ list: ${calls} });` },
      environment,
    );
    expect(all).to.deep.equal({
      list: [
        'text',
        undefined,
        'x',
        -7,
        4,
        1.5,
        true,
        false,
        true,
        { a: [1] },
        ['a', 'b'],
        ['a', 'b c'],
        new Date('2024-01-02'),
        'text',
        'a',
      ],
    });
  });

  it('that fail are named, all of them', async () => {
    const faults = faultsOf(
      await read(
        {
          'config/a.js': 'throw new TypeError("broken");',
          'config/a.json': {},
          'config/b.js': 'module.exports = ({ env }) => ({ port: env.int("PORT") });',
          'config/c.js': 'module.exports = () => {};',
          'config/d.json': '{',
          'config/e.js': 'module.exports = {};',
          'config/e.json': {},
          'config/f.js': 'module.exports = async () => { throw "text"; };',
          'config/g.js': 'module.exports = ({ env }) => ({ x: env.json("PORT"), });',
          'config/h.js': 'require("./not-there");',
        },
        { PORT: 'abc' },
      ),
    );
    expect(faults.map((line) => line.split('\n')[0]?.replace(/not-there.*/, 'not-there'))).to.deep.equal([
      'config/a.js : threw TypeError: broken (line 1)',
      'config/a.json : config/a.js has the same settings: remove one of the two',
      'config/b.js : threw Error: the environment variable PORT must be a number, but is "abc"',
      'config/c.js : exports nothing: export an object, or a function ({ env }) => object',
      'config/d.json : is no JSON: it ends too early, at line 1, column 2',
      'config/e.json : config/e.js has the same settings: remove one of the two',
      'config/f.js : threw text',
      faults[7]?.split('\n')[0],
      "config/h.js : threw Error: Cannot find module './not-there",
    ]);
    expect(faults[7]).to.match(/^config\/g\.js : threw Error: the environment variable PORT must be JSON/);
  });
});
