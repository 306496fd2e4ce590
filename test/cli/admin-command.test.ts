import { expect } from 'chai';
import { openMemorySession } from './memory-session.js';
import { runInMemory } from './run-in-memory.js';

describe('quire admin', () => {
  it('makes, lists and resets administrators', async () => {
    const session = openMemorySession();
    const run = (...argv: string[]) => runInMemory(session, ['admin', ...argv]);
    expect(await run('list')).to.deep.include({ code: 0, notes: 'There are no administrators.\n' });
    const first = /^https:\/\/content\.example\.org\/admin\/welcome\?code=[0-9a-f]{64}\n$/;
    const link = await run('link');
    expect(link.out).to.match(first);
    expect(link.notes).to.equal(
      'If the admin page is not at https://content.example.org/admin, say where with --url, or set PUBLIC_URL.\n',
    );
    const made = await run('create', 'Ana@example.org', 'Ana Lima');
    expect(made.code, made.notes).to.equal(0);
    expect(made.out.trim()).to.have.length(24);
    expect((await run('list')).out).to.equal('ana@example.org  Ana Lima  owner  password only\n');
    expect((await run('reset', 'ana@example.org')).out).to.match(first);
    expect(await run('reset', 'ana@example.org', '--second-factor')).to.deep.include({
      code: 0,
      out: '',
      notes: 'The second factor of ana@example.org is removed, and all sign-ins have ended.\n',
    });
    expect((await run('link', '--role', 'editor')).out).to.match(first);
    const elsewhere = ['--url', 'http://127.0.0.1:27000/backstage/'];
    for (const argv of [
      ['link', '--role', 'editor'],
      ['reset', 'ana@example.org'],
    ]) {
      const { out, notes } = await run(...argv, ...elsewhere);
      expect(out).to.match(/^http:\/\/127\.0\.0\.1:27000\/backstage\/welcome\?code=[0-9a-f]{64}\n$/);
      expect(notes).to.equal('');
      expect((await run(...argv, '--url', 'backstage')).code).to.equal(2);
    }
    const refused = [
      await run('link'),
      await run('link', '--role', 'nobody'),
      await run('reset', 'other@example.org'),
      await run('reset', 'other@example.org', '--second-factor'),
      await run('create', 'ana@example.org', 'Again'),
      await run('create', 'no address', 'Name'),
      await run('create', 'bob@example.org', 'Bob', '--password', 'too short'),
    ];
    for (const { code, out } of refused) expect([code === 0, out]).to.deep.equal([false, '']);
    expect((await run('sign-ins', 'ana@example.org')).notes).to.contain('signed in nowhere');
    expect((await run('sign-ins', 'ana@example.org', '--end-all')).notes).to.contain('have ended');
    expect((await run('sign-ins', 'other@example.org')).code).to.equal(1);
    expect((await run('second-factor', 'owner', 'on')).notes).to.contain('owner need a second factor');
    expect((await run('roles')).out.split('\n')[0]).to.equal('owner   built in  needs a second factor');
    expect(JSON.parse((await run('roles', '--json')).out)).to.have.length(3);
    expect((await run('second-factor', 'owner', 'off')).code).to.equal(0);
    expect((await run('second-factor', 'owner', 'maybe')).code).to.equal(2);
    expect((await run('second-factor', 'nobody', 'on')).code).to.equal(1);
    const { out } = await run('list', '--json');
    expect(JSON.parse(out)).to.have.length(1);
  });
});
