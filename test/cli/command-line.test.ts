import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { runCommandLine, type CommandLine } from '../../src/adapters/delivery/cli/run-command-line.js';
import type { SchemaChange, SchemaStore } from '../../src/application/ports/schema-store.js';
import { failure } from '../../src/domain/failure.js';
import { err, ok } from '../../src/domain/result.js';
import { chef, openMemorySession } from './memory-session.js';

const leftover = (name: string): SchemaChange => ({ kind: 'leftover', name, message: 'kept until dropped' });

describe('the command line', () => {
  let out: string;
  let notes: string;
  let line: Omit<CommandLine, 'argv'>;
  let opened: string[];
  let dropped: unknown[];

  beforeEach(() => {
    [opened, dropped] = [[], []];
    const memory = openMemorySession();
    const tables: SchemaStore = {
      status: async () => ok([leftover('chefs.age'), leftover('dishes')]),
      plan: async () => ok([]),
      apply: async () =>
        err(
          failure('SCHEMA.UNSAFE_CHANGE', 'Not applied', {
            changes: [{ kind: 'unsafe', name: 'chefs.size', message: 'is text' }],
          }),
        ),
      leftovers: async () =>
        ok([
          { ...leftover('chefs.age'), values: 12 },
          { ...leftover('dishes'), values: 3 },
        ]),
      drop: async (names) => {
        dropped.push(names);
        return ok([leftover('chefs.age')]);
      },
    };
    line = {
      directory: '/app',
      version: '1.2.3',
      out: (text) => (out += text),
      note: (text) => (notes += text),
      noteWidth: null,
      printGraphql: async (app) => ok(`type Query # ${app}`),
      printOpenApi: async (app, of) => ok(`{"openapi":"3.1.1","app":"${app}","of":"${of}"}`),
      types: async ({ app, isCheck, folder }) => ok(isCheck ? [`${folder ?? app}/contentTypes.d.ts`] : []),
      link: async (app) => ok([`${app}/node_modules/@strapi/strapi`]),
      develop: async () => ok(undefined),
      init: async () => ok(''),
      start: async ({ app, port, host }) =>
        err(failure('STORE.UNAVAILABLE', `${app} ${port ?? '-'} ${host ?? '-'}`)),
      checkBackup: async (path) => err(failure('INPUT.MISMATCH', `no ${path}`)),
      open: async (app) => {
        opened.push(app);
        const openTransfer = async (to: string) => err(failure('STORE.UNAVAILABLE', `no ${to}`));
        return ok({
          ...memory.open(),
          schema: tables,
          openTransfer,
          openImport: openTransfer,
          exportTo: openTransfer,
          backUp: openTransfer,
          openRestore: openTransfer,
          close: async () => void opened.push('closed'),
        });
      },
    };
  });

  const run = async (...argv: readonly string[]) => {
    [out, notes] = ['', ''];
    const code = await runCommandLine({ ...line, argv });
    return { code, out, notes };
  };

  it('prints the GraphQL schema without opening a database', async () => {
    expect(await run('schema', 'graphql', '--app', '/x')).to.deep.equal({
      code: 0,
      out: 'type Query # /x\n',
      notes: '',
    });
    expect(opened).to.deep.equal([]);
  });

  it('prints the OpenAPI description without opening a database', async () => {
    expect(await run('schema', 'openapi', '--app', '/x')).to.deep.equal({
      code: 0,
      out: '{"openapi":"3.1.1","app":"/x","of":"content"}\n',
      notes: '',
    });
    const file = join(await mkdtemp(join(tmpdir(), 'quire-')), 'admin.json');
    expect(await run('schema', 'openapi', file, '--admin', '--app', '/x')).to.deep.equal({
      code: 0,
      out: '',
      notes: `The description is in ${file}.\n`,
    });
    expect(await readFile(file, 'utf8')).to.equal('{"openapi":"3.1.1","app":"/x","of":"admin"}\n');
    expect((await run('schema', 'openapi', join(file, 'x'), '--app', '/x')).code).to.equal(1);
    await rm(dirname(file), { recursive: true });
    expect(opened).to.deep.equal([]);
  });

  it('prints a created token as the only line of the result', async () => {
    const created = await run('token', 'create', '--name', 'ci', '--access', 'full-access');
    expect(created.out).to.match(/^[0-9a-f]{64}\n$/);
    expect(created).to.include({ code: 0, notes: '' });
    expect(opened).to.deep.equal(['/app', 'closed']);
  });

  it('adds locales, lists them, changes the default and removes', async () => {
    // Each command has the memory of the one before, and tables that it may not bring in step.
    expect(await run('locale', 'list')).to.include({ code: 0, out: 'en  English (en)  default\n' });
    expect(await run('locale', 'add', 'pt-br')).to.include({
      code: 0,
      notes: 'Content can be written in Portuguese (Brazil) (pt-BR).\n',
    });
    expect(await run('locale', 'add', 'fr', 'Français')).to.include({ code: 0 });
    expect(await run('locale', 'default', 'fr')).to.include({
      code: 0,
      notes: 'fr is the default locale now.\n',
    });
    const listed = JSON.parse((await run('locale', 'list', '--json')).out) as unknown[];
    expect(listed).to.deep.equal([
      { code: 'en', name: 'English (en)', isDefault: false },
      { code: 'pt-BR', name: 'Portuguese (Brazil) (pt-BR)', isDefault: false },
      { code: 'fr', name: 'Français', isDefault: true },
    ]);
    expect((await run('locale', 'remove', 'fr')).notes).to.contain('"fr" is the default locale');
    expect(await run('locale', 'remove', 'en')).to.include({ code: 0, notes: 'Locale en is removed.\n' });
    expect((await run('locale', 'default', 'en')).notes).to.contain(
      'There is no locale "en"; there are: pt-BR, fr',
    );
  });

  it('refuses invalid locales and wrong use of locale commands', async () => {
    expect((await run('locale', 'add', '../x')).notes).to.contain('"../x" is not a locale code');
    expect(await run('locale', 'add')).to.include({ code: 2 });
    expect(await run('locale', 'default', 'fr', 'en')).to.include({ code: 2 });
    expect(await run('locale', 'list', '--with-documents')).to.include({ code: 2 });
  });

  it('lists tokens for people and as JSON, without a hash', async () => {
    expect(await run('token', 'list')).to.deep.equal({ code: 0, out: '', notes: 'There are no tokens.\n' });
    expect(await run('token', 'list', '--json')).to.deep.equal({ code: 0, out: '[]\n', notes: '' });
    await run(
      'token',
      'create',
      '--name',
      'ci',
      '--access',
      'custom',
      '--grant',
      `${chef}:find,create`,
      '--expires',
      '30d',
    );
    const [token, ...rest] = JSON.parse((await run('token', 'list', '--json')).out) as Record<
      string,
      unknown
    >[];
    expect(rest).to.deep.equal([]);
    expect(token).to.have.all.keys(
      'name',
      'access',
      'createdAt',
      'expiresAt',
      'expired',
      'grants',
      'lastUsedAt',
    );
    expect(token).to.deep.include({
      name: 'ci',
      expired: false,
      grants: [{ uid: chef, actions: ['find', 'create'] }],
    });
    expect((await run('token', 'list')).out).to.match(
      /^ci  custom  .* valid  api::chef\.chef:find,create\n$/,
    );
  });

  it('revokes a token, and fails if there is none of that name', async () => {
    await run('token', 'create', '--name', 'ci', '--access', 'read-only');
    expect(await run('token', 'revoke', 'ci')).to.deep.equal({
      code: 0,
      out: '',
      notes: 'Token "ci" is revoked.\n',
    });
    expect(await run('token', 'revoke', 'ci')).to.deep.equal({
      code: 1,
      out: '',
      notes: 'quire: There is no token "ci" (see: quire token list)\n',
    });
  });

  it('grants, lists and revokes', async () => {
    expect(await run('grant', 'public', chef, 'find', 'findOne', '--app', '/other')).to.include({
      code: 0,
      out: '',
    });
    expect(opened[0]).to.equal('/other');
    expect((await run('grants')).out).to.equal(`public  ${chef}  find,findOne\n`);
    await run('revoke', 'public', chef, 'findOne');
    expect(JSON.parse((await run('grants', '--json')).out)).to.deep.equal([
      { role: 'public', uid: chef, actions: ['find'] },
    ]);
  });

  it('lists what would be dropped, and drops it only with --yes', async () => {
    const asked = await run('schema', 'drop', 'chefs.age');
    expect(asked).to.include({ code: 1, out: 'leftover  chefs.age  12  kept until dropped\n' });
    expect(asked.notes).to.match(/repeat with --yes/);
    expect(dropped).to.deep.equal([]);
    expect(await run('schema', 'drop', 'chefs.age', '--yes')).to.include({
      code: 0,
      out: 'dropped  chefs.age  kept until dropped\n',
    });
    expect(await run('schema', 'drop', '--all', '--yes')).to.include({ code: 0 });
    expect(dropped).to.deep.equal([['chefs.age'], 'all']);
  });

  it('reports unsafe changes without a stack', async () => {
    expect(await run('schema', 'apply')).to.deep.equal({
      code: 1,
      out: '',
      notes: 'quire: Not applied\n  chefs.size: is text\n',
    });
  });

  it('passes the port and the host to the server', async () => {
    expect((await run('start', '--port', '0', '--host', '::1', '--app', 'x')).notes).to.equal(
      'quire: x 0 ::1\n',
    );
    expect((await run('start')).notes).to.equal('quire: /app - -\n');
  });

  it('answers --help and --version', async () => {
    const { out } = await run('--help');
    expect(out)
      .to.match(/^Usage: quire COMMAND/)
      .and.match(/^Actions: find, .*, discardDraft, history\.$/m);
    expect(await run('token', 'list', '-h')).to.include({ code: 0, notes: '' });
    expect(await run('--version')).to.deep.equal({ code: 0, out: '1.2.3\n', notes: '' });
  });

  it('explains one command, or the commands of a group', async () => {
    const help = await run('help', 'token', 'revoke');
    expect(help).to.deep.equal({
      code: 0,
      out: 'Usage: quire token revoke NAME [--app DIR]\n\nend an API token\n(more: docs/access.md)\n',
      notes: '',
    });
    expect(await run('token', 'revoke', '--help')).to.deep.equal(help);
    const group = await run('help', 'token');
    expect(group.code).to.equal(0);
    expect(group.out.match(/^quire token \w+/gm)).to.deep.equal([
      'quire token create',
      'quire token list',
      'quire token rotate',
      'quire token revoke',
    ]);
    expect(await run('help')).to.deep.equal(await run('--help'));
  });

  const wrong: readonly (readonly [string, RegExp])[] = [
    ['help strat', /^quire: Unknown command "strat": did you mean quire start\?/],
    ['help token lst', /^quire: Unknown command "token lst"; there are: create, list, rotate, revoke/],
    ['', /^quire: No command given/],
    ['serve', /^quire: Unknown command "serve"\n\nquire --help lists all commands\.\n$/],
    ['strat', /^quire: Unknown command "strat": did you mean quire start\?\n\nquire --help/],
    ['tokn list', /^quire: Unknown command "tokn": did you mean quire token list\?/],
    ['rolle', /^quire: Unknown command "rolle": did you mean quire role\?/],
    ['token', /^quire: token needs one of: create, list, rotate, revoke/],
    ['token make', /^quire: Unknown command "token make"; there are: create, list, rotate, revoke/],
    ['start --nope', /^quire: Unknown option '--nope'/],
    ['start --prot 1', /^quire: Unknown option '--prot' \(did you mean --port\?\)/],
    ['start --port', /^quire: Option '--port <value>' argument missing/],
    ['start --port 99999', /^quire: --port "99999" is not a port/],
    ['start --json', /^quire: Option --json does not belong to quire start/],
    ['start now', /^quire: Unexpected "now"/],
    ['token create --access read-only', /^quire: --name is missing/],
    ['token create --name a', /^quire: --access is missing/],
    ['token create --name a --access root', /^quire: Access must be one of/],
    ['token create --name a --access custom', /^quire: A custom token needs grants/],
    ['token create --name a --access read-only --expires soon', /^quire: Expiry "soon"/],
    ['token rotate a', /^quire: --overlap is missing/],

    [`token create --name a --access custom --grant ${chef}`, /^quire: No action given/],
    ['token revoke', /^quire: NAME is missing/],
    ['token revoke a b', /^quire: Unexpected "b"/],
    ['grant', /^quire: ROLE, UID and ACTION are missing/],
    ['grant public', /^quire: UID and ACTION are missing/],
    [`grant public ${chef}`, /^quire: ACTION is missing/],
    [`grant admin ${chef} find`, /^quire: Unknown role "admin"; there are: authenticated, public/],
    [
      'grant public api::x.x find',
      /^quire: Unknown content-type "api::x.x"; there are: api::chef.chef, api::note.note, plugin::/,
    ],
    [`grant public ${chef} read`, /^quire: Unknown action "read"; there are: find, findOne/],
    [`grant public ${chef} find --fields Nope`, /^quire: api::chef.chef has no attribute "Nope"/],
    [`grant public ${chef} find --where {`, /^quire: --where is not JSON/],
    [
      `grant public ${chef} find --where {"Nope":1}`,
      /^quire: Filters for api::chef.chef: Invalid key Nope\n/,
    ],
    [
      `grant public ${chef} find --where {"Nmae":1}`,
      /^quire: Filters for api::chef.chef: Invalid key Nmae \(did you mean "Name"\?\)/,
    ],
    [`revoke public ${chef} find --fields Name`, /^quire: Option --fields does not belong/],
    ['token create --name a --access read-only --fields Name', /^quire: .* --grant is missing/],
    ['role', /^quire: role needs one of: list, create, update, delete/],
    ['role create', /^quire: NAME is missing/],
    ['role create ab', /^quire: name must be at least 3 characters/],
    ['role update editor', /^quire: NAME or --description is missing/],
    ['user create ada', /^quire: EMAIL is missing/],
    ['user create ada a@b.de --role nope', /^quire: There is no role "nope"/],
    ['user create ada nowhere', /^quire: email must be a valid email/],
    ['user role ada', /^quire: ROLE is missing/],
    ['access apply', /^quire: FILE is missing/],
    ['access export a b', /^quire: Unexpected "b"/],
    ['schema drop', /^quire: Name what to drop, or --all/],
    ['schema drop x --all', /^quire: Give names or --all, not both/],
    ['schema drop chefs', /^quire: "chefs" is not left over; left over are: chefs.age, dishes/],
  ];
  for (const [argv, expected] of wrong) {
    it(`exits 2 with the usage for: quire ${argv}`, async () => {
      const ran = await run(...argv.split(' ').filter((word) => word !== ''));
      expect(ran).to.include({ code: 2, out: '' });
      expect(ran.notes)
        .to.match(expected)
        .and.to.match(
          /\n\n(Usage: quire|Usage:\n  quire token|Usage:\n  quire role|quire --help lists all commands)/,
        );
    });
  }
});

describe('bin/quire', () => {
  const program = fileURLToPath(new URL('../../bin/quire', import.meta.url));
  const runOn = (node: string) => {
    const versions = `Object.defineProperty(process, 'versions', { value: { node: '${node}' } })`;
    const argv = ['--import', `data:text/javascript,${encodeURIComponent(versions)}`, program, '--help'];
    return spawnSync(process.execPath, argv, { encoding: 'utf8' });
  };

  for (const version of ['12.22.12', '16.20.2', '20.18.3'])
    it(`says on Node ${version} which versions it needs`, () => {
      const { status, stdout, stderr } = runOn(version);
      expect({ status, stdout, stderr }).to.deep.equal({
        status: 1,
        stdout: '',
        stderr: `quire: Node 20.19, 22.13, 24.11 or newer is needed, and this is ${version}\n`,
      });
    });

  it('is read as a script, because old versions of Node read no module without an extension', async () => {
    const settings = JSON.parse(await readFile(join(dirname(program), 'package.json'), 'utf8')) as unknown;
    expect(settings).to.deep.equal({ type: 'commonjs' });
  });
});
