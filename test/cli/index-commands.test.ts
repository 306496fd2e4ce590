import { expect } from 'chai';
import { addCounts, emptyRecord } from '../../src/application/indexes/index-record.js';
import type { Json } from '../../src/domain/schema/schema.js';
import { listed } from '../unit/application/indexes/index-store-in-memory.js';
import { valueOf } from '../contract/world.js';
import { chef, openMemorySession } from './memory-session.js';
import { runInMemory } from './run-in-memory.js';

describe('quire indexes', () => {
  let session: ReturnType<typeof openMemorySession>;

  beforeEach(async () => {
    session = openMemorySession();
    const indexes = [{ type: chef, layer: 'published', fields: ['Name'] } as const];
    const count = { indexes, calls: 100, ms: 500, read: 2_000_000, answered: 2_500 };
    const record = addCounts(emptyRecord, new Map([['where (Name eq)', count]]), Date.now());
    valueOf(await session.indexes.save(chef, 0, record as unknown as Json));
  });

  const run = (...argv: readonly string[]) => runInMemory(session, argv);

  it('lists what is proposed, with the questions and their cost', async () => {
    const { out, code } = await run('indexes');
    expect(code).to.equal(0);
    expect(out).to.match(
      /^proposed {2}api::chef\.chef {2}published {2}Name {2}- {2}- {2}chef_Name_published {2}100 calls, 0\.5 s, 5\.0 ms each; 800 read for each answered; its questions take little time so far\n$/,
    );
    const [one] = JSON.parse((await run('indexes', '--json')).out) as [Record<string, unknown>];
    expect(one).to.include({ state: 'proposed', type: chef });
    expect(one['questions']).to.deep.equal(['where (Name eq)']);
  });

  it('makes and removes an index by its name', async () => {
    expect((await run('indexes', 'make', 'chef_Name_published')).notes).to.equal(
      'chef_Name_published is made.\n',
    );
    expect((await run('indexes')).out).to.match(/^made /);
    const again = await run('indexes', 'make', 'chef_Name_published');
    expect(again.code).to.equal(2);
    expect(again.notes).to.match(/^quire: That index is there already: "chef_Name_published"/);
    expect((await run('indexes', 'drop', 'chef_Name_published')).notes).to.equal(
      'chef_Name_published is removed.\n',
    );
    expect((await run('indexes', 'drop', 'chef_Name_published')).code).to.equal(2);
    expect((await run('indexes', 'make', 'other')).notes).to.match(
      /No index of that name was made, or is proposed: "other"/,
    );
  });

  it('calls those unused that neither the database nor a question has used', async () => {
    const store = session.indexes as unknown as { there: unknown[] };
    const other = { type: chef, layer: 'published', fields: ['id'] } as const;
    store.there.push(listed(other, 'schema', { uses: 0, bytes: 10_000 }));
    expect((await run('indexes')).out).to.match(/^unused .* 10 kB {2}used 0 times/);
  });
});
