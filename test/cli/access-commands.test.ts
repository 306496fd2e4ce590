import { expect } from 'chai';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { chef, openMemorySession } from './memory-session.js';
import { runInMemory } from './run-in-memory.js';

const user = 'plugin::users-permissions.user';
const mine = '{"owner":{"documentId":"$me"}}';

describe('access commands', () => {
  let memory: ReturnType<typeof openMemorySession>;
  let folder: string;
  let file: string;

  beforeEach(async () => {
    memory = openMemorySession();
    folder = await mkdtemp(join(tmpdir(), 'quire-test-'));
    file = join(folder, 'access.json');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const run = (...argv: readonly string[]) => runInMemory(memory, argv);
  const done = async (...argv: readonly string[]): Promise<string> => {
    const ran = await run(...argv);
    expect([argv, ran.notes, ran.code]).to.deep.equal([argv, ran.notes, 0]);
    return ran.out;
  };

  const passwordOf = async (username: string) => {
    const found = await memory.documents.find(systemPrincipal, {
      type: user,
      action: 'find',
      range: { offset: 0, limit: null },
      count: false,
      layer: 'published',
    });
    if (!found.ok) throw new Error(found.failure.message);
    return found.value.answer.documents().find((one) => one['username'] === username)?.['password'];
  };

  it('give a token another secret, which is printed once', async () => {
    const first = (await done('token', 'create', '--name', 'shop', '--access', 'read-only')).trim();
    const second = (await done('token', 'rotate', 'shop', '--overlap', '1d', '--expires', '90d')).trim();
    expect(second)
      .to.match(/^[\da-f]{64}$/)
      .and.not.equal(first);
    const listed = JSON.parse(await done('token', 'list', '--json')) as {
      readonly name: string;
      readonly lastUsedAt: string | null;
    }[];
    expect(listed.map(({ name }) => name.replace(/ \(until .*\)$/, ' (until)'))).to.have.members([
      'shop',
      'shop (until)',
    ]);
    expect(listed.map(({ lastUsedAt }) => lastUsedAt)).to.deep.equal([null, null]);
  });

  it('list grants for removed types as left over', async () => {
    const gone = { role: 'public', type: 'api::gone.gone', actions: ['find'] } as const;
    const former = { role: 'public', type: chef, actions: ['find'], fields: ['Former', 'Name'] } as const;
    const { access } = memory.open();
    await access.load();
    expect((await access.change({ grant: [gone, former] })).ok).to.equal(true);
    await done('grant', 'public', chef, 'findOne');
    expect(await done('grants')).to.equal(
      [
        'public  api::chef.chef  find     {"fields":["Former","Name"]} (left over: see quire schema status)',
        'public  api::chef.chef  findOne',
        'public  api::gone.gone  find     (left over: see quire schema status)',
        '',
      ].join('\n'),
    );
    const listed = JSON.parse(await done('grants', '--json')) as { readonly leftover?: boolean }[];
    expect(listed.map(({ leftover }) => leftover)).to.deep.equal([true, undefined, true]);
  });

  it('make, list, change and remove roles', async () => {
    expect((await run('role', 'create', 'Head Chef', '--description', 'Cooks')).notes).to.equal(
      'Role head_chef is made.\n',
    );
    expect(await done('role', 'list')).to.equal(
      [
        'authenticated  Authenticated  0  Default role given to authenticated user.',
        'head_chef      Head Chef      0  Cooks',
        'public         Public         0  Default role given to unauthenticated user.',
        '',
      ].join('\n'),
    );
    await done('role', 'update', 'head_chef', 'Chief');
    await done('grant', 'head_chef', chef, 'find');
    const listed = JSON.parse(await done('role', 'list', '--json')) as { readonly name: string }[];
    expect(listed[1]).to.deep.equal({ type: 'head_chef', name: 'Chief', users: 0, description: 'Cooks' });
    await done('role', 'delete', 'head_chef');
    expect(await done('grants')).to.equal('');
    expect(await run('role', 'delete', 'head_chef')).to.include({
      code: 1,
      notes: 'quire: Role not found (see: quire role list)\n',
    });
    expect((await run('role', 'delete', 'public')).notes).to.equal('quire: Cannot delete public role\n');
  });

  it('grant with fields and filters, and show them', async () => {
    await done('grant', 'authenticated', chef, 'find', 'findOne', '--fields', 'Name', '--where', mine);
    expect(await done('grants')).to.equal(
      `authenticated  ${chef}  find,findOne  {"fields":["Name"],"filters":${mine}}\n`,
    );
    expect(JSON.parse(await done('grants', '--json'))).to.deep.equal([
      {
        role: 'authenticated',
        uid: chef,
        actions: ['find', 'findOne'],
        fields: ['Name'],
        filters: JSON.parse(mine) as unknown,
      },
    ]);
    await done('grant', 'authenticated', chef, 'find');
    await done('revoke', 'authenticated', chef, 'findOne');
    expect(await done('grants')).to.equal(`authenticated  ${chef}  find\n`);
    const limits = ['--fields', 'Name', '--where', '{"Name":{"$startsWith":"A"}}'];
    const asked = ['--name', 'ci', '--access', 'custom', '--grant', `${chef}:find`];
    await done('token', 'create', ...asked, ...limits);
    expect(await done('token', 'list')).to.contain(
      `${chef}:find {"fields":["Name"],"filters":{"Name":{"$startsWith":"A"}}}`,
    );
  });

  it('make, list, change and remove users', async () => {
    const password = (await done('user', 'create', 'ada', 'Ada@Example.com')).trim();
    expect(password).to.match(/^[0-9a-f]{32}$/);
    expect(await passwordOf('ada')).to.equal(`hash of ${password}`);
    await done('role', 'create', 'Editor');
    const given = ['--role', 'editor', '--password', 'secret one'];
    expect(await done('user', 'create', 'bob', 'bob@example.com', ...given)).to.equal('');
    expect(await passwordOf('bob')).to.equal('hash of secret one');
    await done('user', 'block', 'ADA@example.com');
    await done('user', 'role', 'bob', 'authenticated');
    expect(await done('user', 'list')).to.equal(
      'ada  ada@example.com  authenticated  blocked\nbob  bob@example.com  authenticated  confirmed\n',
    );
    await done('user', 'unblock', 'ada');
    await done('user', 'password', 'ada', '--password', 'another horse');
    expect(await passwordOf('ada')).to.equal('hash of another horse');
    await done('user', 'delete', 'bob');
    expect(JSON.parse(await done('user', 'list', '--json'))).to.deep.equal([
      { username: 'ada', email: 'ada@example.com', role: 'authenticated', confirmed: true, blocked: false },
    ]);
    expect((await run('user', 'block', 'bob')).notes).to.equal(
      'quire: There is no user "bob" (see: quire user list)\n',
    );
    expect((await run('user', 'create', 'ada', 'x@example.com')).notes).to.match(/must be unique/);
  });

  it('list more roles than one answer may have, and names unchanged', async () => {
    const { roles } = memory.open();
    await roles.load();
    for (let number = 0; number < 230; number++)
      await roles.create(systemPrincipal, { name: `Role ${number}`, description: '\u001b[2J\n' });
    const lines = (await done('role', 'list')).split('\n');
    expect(lines).to.have.length(233);
    expect(lines.join('')).not.to.contain('\u001b');
    expect(lines[2]).to.contain('\\u001b[2J\\u000a');
  });

  const fill = async (): Promise<void> => {
    await done('role', 'create', 'Editor', '--description', 'Writes');
    await done('grant', 'editor', chef, 'update', 'find');
    await done('grant', 'editor', chef, 'update', '--fields', 'Name', '--where', mine);
    await done('token', 'create', '--name', 'ci', '--access', 'custom', '--grant', `${chef}:find`);
    await done('token', 'create', '--name', 'all', '--access', 'full-access');
  };

  it('export the grants in a fixed order, without secrets', async () => {
    await fill();
    const text = await done('access', 'export');
    await done('access', 'export', file);
    expect(await readFile(file, 'utf8')).to.equal(text);
    expect(text).not.to.match(/[0-9a-f]{32}/);
    expect(JSON.parse(text)).to.deep.equal({
      version: 1,
      roles: [
        {
          type: 'authenticated',
          name: 'Authenticated',
          description: 'Default role given to authenticated user.',
          grants: [],
        },
        {
          type: 'editor',
          name: 'Editor',
          description: 'Writes',
          grants: [
            { uid: chef, actions: ['find'] },
            { uid: chef, actions: ['update'], fields: ['Name'], filters: JSON.parse(mine) as unknown },
          ],
        },
        {
          type: 'public',
          name: 'Public',
          description: 'Default role given to unauthenticated user.',
          grants: [],
        },
      ],
      tokens: [
        { name: 'all', access: 'full-access', expiresAt: null },
        { name: 'ci', access: 'custom', grants: [{ uid: chef, actions: ['find'] }], expiresAt: null },
      ],
    });
  });

  it('apply a file to another database once, and print the secrets of its tokens', async () => {
    await fill();
    await done('access', 'export', file);
    const other = openMemorySession();
    const tried = await runInMemory(other, ['access', 'apply', file, '--dry-run']);
    expect(tried.out.split('\n')).to.include.members([
      '+ role editor ("Editor")',
      `+ grant editor ${chef}:find`,
      `+ grant editor ${chef}:update within {"fields":["Name"],"filters":${mine}}`,
      '+ token "ci" (custom)',
    ]);
    expect(tried.out).not.to.contain('secret');
    expect((await runInMemory(other, ['role', 'list'])).out).not.to.contain('editor');
    const applied = await runInMemory(other, ['access', 'apply', file]);
    expect([applied.code, applied.notes]).to.deep.equal([0, 'Applied: 5 changes.\n']);
    const secret = /^secret of token "ci": ([0-9a-f]{64})$/m.exec(applied.out)?.[1] ?? '';
    const { access } = other.open();
    await access.load();
    expect(access.principalOfToken(secret)?.name).to.equal('ci');
    expect((await runInMemory(other, ['access', 'export'])).out).to.equal(await readFile(file, 'utf8'));
    const again = await runInMemory(other, ['access', 'apply', file, '--prune']);
    expect(again).to.deep.equal({ code: 0, out: '', notes: 'Nothing to change.\n' });
  });

  it('apply the differences of a file, and keep existing tokens', async () => {
    await fill();
    const token = (await done('token', 'create', '--name', 'web', '--access', 'read-only')).trim();
    await done('access', 'export', file);
    const text = await readFile(file, 'utf8');
    const edited = text
      .replace('"Editor"', '"Writer"')
      .replace('"read-only"', '"full-access"')
      .replace('"$me"', '"other"');
    await writeFile(file, edited);
    const applied = await done('access', 'apply', file);
    expect(applied.split('\n').filter((line) => line !== '')).to.deep.equal([
      '~ role editor: "Editor" ("Writes") is now "Writer" ("Writes")',
      `~ grant editor ${chef}:update within {"fields":["Name"],"filters":{"owner":{"documentId":"other"}}}`,
      '~ token "web" (full-access)',
    ]);
    expect(await done('access', 'export')).to.equal(edited);
    const { access } = memory.open();
    await access.load();
    expect(access.principalOfToken(token)?.grants).to.deep.equal({ kind: 'all' });
  });

  it('keep what the file lacks, or remove it with --prune', async () => {
    await done('access', 'export', file);
    await fill();
    await done('grant', 'public', chef, 'find');
    await done('user', 'create', 'ada', 'ada@example.com', '--role', 'editor');
    const kept = await run('access', 'apply', file);
    expect(kept).to.include({ code: 0, out: '' });
    expect(kept.notes.split('\n')).to.have.members([
      'kept: role editor ("Editor")',
      `kept: grant public ${chef}:find`,
      'kept: token "all"',
      'kept: token "ci"',
      'Nothing to change.',
      '',
    ]);
    const pruned = await done('access', 'apply', file, '--prune');
    expect(pruned.split('\n')).to.include.members([
      '- role editor ("Editor")',
      `- grant public ${chef}:find`,
      '- token "ci"',
    ]);
    expect(await done('access', 'export')).to.equal(await readFile(file, 'utf8'));
    expect(await done('user', 'list')).to.contain('authenticated');
  });

  const refused: readonly (readonly [string, unknown, RegExp])[] = [
    ['of another version', { version: 2 }, /version is not 1/],
    ['without tokens', { version: 1, roles: [] }, /tokens is not a list/],
    [
      'with a key that is none',
      { version: 1, roles: [], tokens: [], users: [] },
      /has "users"; there is only/,
    ],
    [
      'with a grant of an unknown attribute',
      {
        version: 1,
        roles: [
          { type: 'cook', name: 'Cook', grants: [{ uid: chef, actions: ['find'] }] },
          { type: 'waiter', name: 'Waiter', grants: [{ uid: chef, actions: ['find'], fields: ['Nope'] }] },
        ],
        tokens: [],
      },
      /roles\[1\]: api::chef\.chef has no attribute "Nope"/,
    ],
    [
      'with the same role twice',
      {
        version: 1,
        roles: [
          { type: 'cook', name: 'Cook', grants: [] },
          { type: 'cook', name: 'Cook', grants: [] },
        ],
        tokens: [],
      },
      /"cook" is there twice/,
    ],
    [
      'with a token that has a secret',
      { version: 1, roles: [], tokens: [{ name: 'a', access: 'read-only', hash: 'x' }] },
      /tokens\[0\] has "hash"/,
    ],
    [
      'with a role that the database refuses',
      {
        version: 1,
        roles: [
          { type: 'cook', name: 'Cook', grants: [{ uid: chef, actions: ['find'] }] },
          { type: 'editor', name: 'Writer', grants: [] },
          { type: 'long', name: 'x'.repeat(300), grants: [] },
        ],
        tokens: [{ name: 'a', access: 'read-only' }],
      },
      /roles\[2\]: name must be at most 255 characters/,
    ],
    [
      'with a token that ends on a day that there is not',
      {
        version: 1,
        roles: [],
        tokens: [{ name: 'a', access: 'read-only', expiresAt: '2031-02-29T00:00:00Z' }],
      },
      /tokens\[0\]\.expiresAt is not a time/,
    ],
  ];
  for (const [what, content, message] of refused)
    it(`refuse a file ${what}, and change nothing`, async () => {
      await fill();
      const before = await done('access', 'export');
      await writeFile(file, JSON.stringify(content));
      const ran = await run('access', 'apply', file, '--prune');
      expect(ran).to.include({ code: 1, out: '' });
      expect(ran.notes).to.match(message);
      expect(await done('access', 'export')).to.equal(before);
    });

  it('report names that are taken', async () => {
    await done('role', 'create', 'Chef');
    await done('user', 'create', 'kai', 'kai@example.com', '--password', 'a long word');
    const refusal = async (...argv: readonly string[]) => (await run(...argv)).notes.split('\n')[0];
    const taken = {
      code: 1,
      out: '',
      notes: 'quire: There is such a role already: quire role list lists them\n',
    };
    expect(await run('role', 'create', 'CHEF')).to.deep.equal(taken);
    expect(await refusal('user', 'create', 'kim', 'kai@example.com')).to.equal(
      'quire: email: This attribute must be unique',
    );
  });

  it('refuse filters that are invalid', async () => {
    for (const where of ['null', '""', '0', 'false', '{}']) {
      const refused = await run('grant', 'public', chef, 'find', '--where', where);
      expect([where, refused.code]).to.deep.equal([where, 2]);
      expect(refused.notes).to.match(/Filters are an object|limits? nothing|restrict nothing/);
    }
    expect(await done('grants')).to.equal('');
  });

  it('refuse a missing file and a file that is not JSON', async () => {
    expect((await run('access', 'apply', file)).notes).to.match(/access\.json cannot be read: ENOENT/);
    await writeFile(file, '{');
    expect((await run('access', 'apply', file)).notes).to.match(/access\.json cannot be read: .*JSON/);
    expect((await run('access', 'export', folder)).notes).to.match(/cannot be written: EISDIR/);
  });

  it('refuse to make a token that has expired', async () => {
    const tokens = [{ name: 'old', access: 'read-only', expiresAt: '2020-01-01T00:00:00Z' }];
    await writeFile(file, JSON.stringify({ version: 1, roles: [], tokens }));
    const ran = await run('access', 'apply', file);
    expect(ran.notes).to.contain('token "old" is not made: it has ended');
    expect((await run('token', 'list')).notes).to.equal('There are no tokens.\n');
  });
});
