import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import { valueOf } from '../../contract/results.js';
import { openScratchStore, type ScratchStore } from './scratch-store.js';

const role = `reader_${randomBytes(4).toString('hex')}`;

describe('the identity of the change log of PostgreSQL', () => {
  let scratch: ScratchStore;
  before(async () => (scratch = await openScratchStore(fixtureSchema())));
  after(() => scratch.close());

  it('is another one for a table that was restored', async () => {
    const { changes } = scratch.store;
    const before = valueOf(await changes.identity());
    await scratch.run('ALTER TABLE quire_change RENAME TO quire_change_before');
    await scratch.run('CREATE TABLE quire_change (LIKE quire_change_before INCLUDING ALL)');
    expect(valueOf(await changes.identity())).not.to.equal(before);
    await scratch.run('DROP TABLE quire_change');
    await scratch.run('ALTER TABLE quire_change_before RENAME TO quire_change');
    expect(valueOf(await changes.identity())).to.equal(before);
  });

  it('is told to a role that may not read the state of the cluster', async () => {
    await scratch.run(`CREATE ROLE ${role} LOGIN PASSWORD 'x'`);
    try {
      await scratch.run('REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC');
      const url = Object.assign(new URL(scratch.url), { username: role, password: 'x' }).href;
      const store = await scratch.openAnother({ url });
      expect(valueOf(await store.changes.identity())).not.to.equal('');
      await store.close();
    } finally {
      await scratch.run(`DROP ROLE ${role}`);
    }
  });
});
