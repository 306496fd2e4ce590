import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { chefFile, chefWith, launch, makeApp, run } from './program.js';
import { becomes, useServers } from './running-servers.js';

const chef = 'api::chef.chef';

const statusOf = async (url: string, token?: string): Promise<number> => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return (await fetch(`${url}/chefs`, { headers })).status;
};

describe('the command line on PostgreSQL', function () {
  this.timeout(120_000);

  const {
    quire,
    launch: launchHere,
    start,
    programs,
    directory,
    url: databaseUrl,
  } = useServers({
    [chefFile]: chefWith({ Name: { type: 'string' }, Age: { type: 'integer' } }),
  });

  it('grants and revokes take effect on every running server', async () => {
    const urls = await Promise.all([start(), start()]);
    for (const url of urls) expect(await statusOf(url)).to.equal(403);
    expect(await quire('grant', 'public', chef, 'find')).to.include({ code: 0, out: '' });
    for (const url of urls) await becomes(200, () => statusOf(url));
    expect((await quire('grants')).out).to.equal(`public  ${chef}  find\n`);
    expect(await quire('revoke', 'public', chef, 'find')).to.include({ code: 0, out: '' });
    for (const url of urls) await becomes(403, () => statusOf(url));
  });

  it('makes tokens before the first start, and revokes them while servers run', async () => {
    const created = await quire('token', 'create', '--name', 'ci', '--access', 'read-only');
    expect(created).to.include({ code: 0, notes: '' });
    const token = created.out.trim();
    const url = await start();
    expect(await statusOf(url, token)).to.equal(200);
    expect((await quire('token', 'create', '--name', 'ci', '--access', 'read-only')).code).to.equal(1);
    expect((await quire('token', 'revoke', 'ci')).code).to.equal(0);
    await becomes(401, () => statusOf(url, token));
  });

  for (const command of ['start', 'dev'])
    it(`ends ${command} at once while it waits for another server that changes the tables`, async () => {
      const other = new Client({ connectionString: databaseUrl() });
      await other.connect();
      await other.query(`SELECT pg_advisory_lock(hashtext('quire.schema'), hashtext(current_schema()))`);
      const program = launchHere(command);
      await program.says(/(Another server or command is changing the tables of this database: waiting)/);
      const stoppedAt = performance.now();
      program.process.kill('SIGTERM');
      const { code, notes } = await program.ended;
      await other.end();
      expect(code).to.equal(0);
      expect(performance.now() - stoppedAt).to.be.below(3_000);
      expect(notes)
        .to.include('Stopped while waiting for another server or command')
        .and.not.to.include('    at ');
    });

  it('keeps leftovers until they are dropped by name', async () => {
    expect((await quire('schema', 'apply')).code).to.equal(0);
    await writeFile(join(directory(), chefFile), chefWith({ Name: { type: 'string' } }));
    await start();
    await programs[0]?.says(/Kept, though no content-type has it: (chefs\.age) /);
    const left = JSON.parse((await quire('schema', 'status', '--json')).out) as {
      kind: string;
      name: string;
    }[];
    expect(left.map(({ kind }) => kind)).to.deep.equal(['leftover']);
    const name = left[0]?.name ?? '';
    expect(await quire('schema', 'drop', 'chefs')).to.include({ code: 2, out: '' });
    expect((await quire('schema', 'drop', name)).code).to.equal(1);
    expect((await quire('schema', 'status')).out).to.include(name);
    expect((await quire('schema', 'drop', name, '--yes')).code).to.equal(0);
    expect(await quire('schema', 'status')).to.include({ code: 0, out: '' });
  });

  it('does not start with unsafe changes, and lists them', async () => {
    const url = await start();
    const token = (await quire('token', 'create', '--name', 'a', '--access', 'full-access')).out.trim();
    await becomes(200, () => statusOf(url, token));
    const response = await fetch(`${url}/chefs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data: { Name: 'Ada' } }),
    });
    expect(response.status).to.equal(201);
    await writeFile(join(directory(), chefFile), chefWith({ Name: { type: 'integer' } }));
    for (const argv of [['start'], ['schema', 'apply']]) {
      const { code, out, notes } = await quire(...argv);
      expect({ code, out }).to.deep.equal({ code: 1, out: '' });
      expect(notes).to.match(/name/i).and.not.to.include('    at ');
    }
    expect((await quire('token', 'revoke', 'a')).code).to.equal(0);
  });
});

describe('the command line on the built-in PostgreSQL', function () {
  this.timeout(120_000);

  it('works beside a running server and does not stop its database', async () => {
    const app = await makeApp();
    const none = { DATABASE_URL: undefined };
    const program = launch(['start', '--app', app.directory], none);
    try {
      const url = await program.says(/Serving (http:\S+)/);
      const argv = ['token', 'create', '--name', 'ci', '--access', 'full-access', '--app', app.directory];
      const token = (await run(argv, none)).out;
      expect(token).to.match(/^[0-9a-f]{64}\n$/);
      await new Promise((resolve) => setTimeout(resolve, 2000));
      const headers = { authorization: `Bearer ${token.trim()}` };
      expect((await fetch(`${url}/chefs`, { headers })).status).to.equal(200);
      program.process.kill('SIGTERM');
      expect((await program.ended).code).to.equal(0);
      expect((await run(['token', 'list', '--app', app.directory], none)).out).to.match(/^ci /);
    } finally {
      program.process.kill('SIGKILL');
      await program.ended;
      await app.remove();
    }
  });
});
