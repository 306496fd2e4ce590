import { expect } from 'chai';
import { chefFile, chefWith } from './program.js';
import { useServers } from './running-servers.js';

const files = { [chefFile]: chefWith({ Name: { type: 'string' }, Stars: { type: 'integer' } }) };
const name = 'quire_auto_chefs_stars_name';

interface Listed {
  readonly name: string;
  readonly state: string;
  readonly questions: readonly string[];
}

describe('the questions to two servers', function () {
  this.timeout(300_000);
  const servers = useServers(files);

  const listed = async (): Promise<readonly Listed[]> =>
    JSON.parse((await servers.quire('indexes', '--json')).out) as Listed[];

  it('are counted together without their values, and their index can be made and removed', async () => {
    await servers.quire('grant', 'public', 'api::chef.chef', 'find');
    for (let started = 0; started < 2; started++) {
      const url = await servers.start();
      // A fast read counts with the fifteen after it.
      for (let asked = 0; asked < 40; asked++) {
        const answer = await fetch(`${url}/chefs?filters[Stars][$eq]=${471_100 + asked}&sort=Name`);
        expect(answer.status).to.equal(200);
      }
    }
    for (const program of servers.programs) {
      program.process.kill('SIGTERM');
      await program.ended;
    }
    const found = await listed();
    const proposed = found.find((index) => index.name === name);
    expect(proposed).to.include({ state: 'proposed' });
    expect(proposed?.questions).to.deep.equal(['where Stars eq sort Name asc count']);
    expect(JSON.stringify(found)).to.not.match(/4711\d\d/);
    expect((await servers.quire('indexes', 'make', name)).code).to.equal(0);
    expect((await listed()).find((index) => index.name === name)?.state).to.equal('made');
    expect((await servers.quire('schema', 'status', '--json')).out).to.not.include(name);
    const url = await servers.start();
    expect((await fetch(`${url}/chefs?filters[Stars][$eq]=1&sort=Name`)).status).to.equal(200);
    expect((await servers.quire('indexes', 'drop', name)).code).to.equal(0);
  });
});
