import { createIds } from '../../src/adapters/host/create-ids.js';
import { expect } from 'chai';
import { createBulk } from '../../src/application/bulk/run-bulk.js';
import { doDueJobs } from '../../src/application/bulk-jobs/run-jobs.js';
import { createClock } from '../../src/adapters/host/create-clock.js';
import { createTokenSecrets } from '../../src/adapters/identity/create-token-secrets.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { ok } from '../../src/domain/result.js';
import { valueOf } from '../contract/world.js';
import { chef, openMemorySession, schema } from './memory-session.js';
import { runInMemory } from './run-in-memory.js';

describe('quire job', () => {
  let session: ReturnType<typeof openMemorySession>;

  beforeEach(async () => {
    session = openMemorySession();
    for (const Name of ['Ada', 'Adam', 'Bo'])
      valueOf(
        await session.documents.create(systemPrincipal, {
          kind: 'create',
          type: chef,
          layer: 'published',
          data: { Name },
          answer: { fields: ['documentId'] },
        }),
      );
  });

  const run = (...argv: readonly string[]) => runInMemory(session, ['job', ...argv]);
  const listed = async () => JSON.parse((await run('list', '--json')).out);
  const where = ['--where', '{"Name":{"$startsWith":"Ad"}}'] as const;

  /** What a server does. */
  const serve = async () => {
    const { documents, store, audit } = session;
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const code = { log, runsCode: () => false };
    const bulk = createBulk({ schema, documents, units: store.units, ...code, unitsAtOnce: 2 });
    const principalOf = async () => ok(systemPrincipal);
    const [clock, secrets, ids] = [createClock(), createTokenSecrets(), createIds()];
    const own = { clock, secrets, ids, audit, principalOf, ...code };
    return valueOf(await doDueJobs({ schema, documents, rowDocuments: documents, bulk, ...own }));
  };

  it('lets servers change what matches, shows how far they are, and lists it', async () => {
    const started = await run('start', chef, 'update', ...where, '--data', '{"Name":"Changed"}');
    expect([started.code, started.notes]).to.deep.equal([0, '']);
    const id = started.out.trim();
    expect(await listed()).to.have.length(1);
    expect((await listed())[0]).to.deep.include({ id, action: 'update', state: 'waiting', total: 2 });
    expect(await serve()).to.equal(1);
    const shown = JSON.parse((await run('show', id)).out);
    expect(shown).to.deep.include({ state: 'done', done: 2, refused: 0, refusals: [] });
    expect((await run('list', '--state', 'failed')).notes).to.contain('There are no jobs.');
  });

  it('cancels a job once', async () => {
    const id = (await run('start', chef, 'delete', ...where)).out.trim();
    expect((await run('cancel', id)).notes).to.contain('The job is cancelled.');
    expect(await serve()).to.equal(0);
    expect((await listed())[0]).to.include({ state: 'cancelled', done: 0 });
    const again = await run('cancel', id);
    expect([again.code, again.notes]).to.satisfy(
      ([code, notes]: [number, string]) => code !== 0 && notes.includes('cancelled already'),
    );
  });

  const wrong: readonly (readonly [string, readonly string[]])[] = [
    ['--where', ['start', chef, 'delete']],
    ['no JSON', ['start', chef, 'delete', '--where', 'Ada']],
    ['no JSON', ['start', chef, 'update', ...where, '--data', '7']],
    [
      'filters must leave something out; to mean all documents, give {"id":{"$notNull":true}}',
      ['start', chef, 'delete', '--where', '{}'],
    ],
    ['discardDraft, duplicate, not "create"', ['start', chef, 'create', ...where]],
    ['not "delte" (did you mean "delete"?)', ['start', chef, 'delte', ...where]],
    ['update needs --data', ['start', chef, 'update', ...where]],
    ['--data belongs to update', ['start', chef, 'delete', ...where, '--data', '{}']],
    ['--status belongs to update', ['start', chef, 'publish', ...where, '--status', 'draft']],
    ['no drafts', ['start', chef, 'publish', ...where]],
    ['no content-type', ['start', 'api::no.no', 'delete', ...where]],
    ['no such job', ['show', 'nothing']],
    ['--state is', ['list', '--state', 'x']],
  ];
  for (const [message, argv] of wrong)
    it(`refuses job ${argv.join(' ')}`, async () => {
      const { code, notes } = await run(...argv);
      expect(code).to.not.equal(0);
      expect(notes).to.contain(message);
    });
});
