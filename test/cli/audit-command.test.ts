import { expect } from 'chai';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { chef, openMemorySession } from './memory-session.js';
import { runInMemory } from './run-in-memory.js';

interface Entry {
  readonly at: string;
  readonly action: string;
  readonly subject: string | null;
}

describe('quire audit', () => {
  let session: ReturnType<typeof openMemorySession>;

  beforeEach(() => {
    session = openMemorySession();
  });

  const run = (...argv: readonly string[]) => runInMemory(session, argv);

  const entries = async (...options: readonly string[]): Promise<readonly Entry[]> =>
    JSON.parse((await run('audit', '--json', ...options)).out) as Entry[];

  const stories = async (...options: readonly string[]): Promise<readonly string[]> =>
    (await entries(...options)).map(({ action, subject }) => `${action} ${subject}`);

  it('lists the changes of other commands, the newest first', async () => {
    await run('grant', 'public', chef, 'find', 'findOne');
    await run('token', 'create', '--name', 'ci', '--access', 'full-access');
    await run('token', 'revoke', 'ci');
    const [newest] = await entries('--limit', '1');
    expect(newest).to.deep.include({ action: 'revokeToken', subject: 'ci', outcome: 'done', type: null });
    expect(newest).to.have.property('actor').that.includes({ kind: 'system', name: 'system', origin: null });
    const [grant] = await entries('--action', 'grant');
    expect(grant).to.deep.include({ subject: 'public', type: chef, names: ['find', 'findOne'] });
    const listed = await run('audit', '--type', chef);
    expect(listed).to.include({ code: 0, notes: '' });
    expect(listed.out).to.match(
      /^\d{4}-\d{2}-\d{2}T\S+Z  system  -  grant  public api::chef\.chef  find,findOne\n$/,
    );
  });

  it('filters by its options', async () => {
    await run('grant', 'public', chef, 'find');
    await run('token', 'create', '--name', 'ci', '--access', 'full-access');
    expect(await stories('--user', 'ci')).to.deep.equal(['createToken ci']);
    expect(await stories('--user', 'system', '--type', chef)).to.deep.equal(['grant public']);
    expect(await stories('--document', 'nobody')).to.deep.equal([]);
    const [{ at } = { at: '' }] = await entries('--limit', '1');
    const today = at.slice(0, 10);
    expect(await stories('--since', today, '--until', today)).to.include('createToken ci');
    expect(await stories('--until', `${today}T00:00:00Z`)).to.deep.equal([]);
    expect(await stories('--since', at)).to.include('createToken ci');
    expect(await run('audit', '--until', '2000-01-01')).to.deep.equal({
      code: 0,
      out: '',
      notes: 'The audit trail has no such entries.\n',
    });
  });

  it('lists a hundred entries by default, or up to --limit, over several pages', async () => {
    const { audit } = session;
    for (let number = 0; number < 2100; number++)
      await audit.record(systemPrincipal, { action: 'login', subject: `user ${number}` });
    expect(await entries()).to.have.length(100);
    const all = await stories('--limit', '2050');
    expect(all).to.have.length(2050);
    expect(new Set(all).size).to.equal(2050);
    expect(all.at(-1)).to.equal('login user 50');
  });

  it('escapes control characters in names that clients chose', async () => {
    const { audit } = session;
    const subject = '\u001b[2J\nforged \u202eline\u0000';
    await audit.record(systemPrincipal, { action: 'login', subject });
    const { out } = await run('audit');
    expect(out).to.contain(String.raw`login  \u{1b}[2J\u{a}forged \u{202e}line�`);
    expect(out.trimEnd().split('\n')).to.have.length(1);
  });

  it('refuses invalid options', async () => {
    const wrong: readonly (readonly string[])[] = [
      ['--since', 'yesterday'],
      ['--until', '2026-02-30T00:00:00'],
      ['--since', '2026-13-01'],
      ['--since', '2026-02-30'],
      ['--until', '2026-02-29T00:00:00Z'],
      ['--action', 'updated'],
      ['--limit', '0'],
      ['--limit', 'all'],
      ['--name', 'x'],
      ['more'],
    ];
    for (const options of wrong) {
      const refused = await run('audit', ...options);
      expect(refused.code, options.join(' ')).to.equal(2);
      expect(refused.notes).to.contain('Usage: quire audit [--user NAME]');
    }
  });
});
