import { expect } from 'chai';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { createBulk } from '../../../../src/application/bulk/run-bulk.js';
import type { JobChange } from '../../../../src/application/bulk-jobs/bulk-job.js';
import type { BulkJobRequest } from '../../../../src/application/bulk-jobs/bulk-job-service.js';
import { createBulkJobs, mostOpenJobs } from '../../../../src/application/bulk-jobs/create-bulk-jobs.js';
import { removeOldJobs } from '../../../../src/application/bulk-jobs/remove-old-jobs.js';
import {
  batchSize,
  doDueJobs,
  leaseMs,
  mostRefusals,
} from '../../../../src/application/bulk-jobs/run-jobs.js';
import type { Planner } from '../../../../src/application/access/planner.js';
import type { AuditEvent } from '../../../../src/application/audit/audit-trail.js';
import { systemQuery } from '../../../../src/application/documents/system-query.js';
import { createDocuments } from '../../../../src/application/documents/documents.js';
import { failure } from '../../../../src/domain/failure.js';
import {
  grantsOf,
  systemPrincipal,
  unlimited,
  type Action,
  type Permission,
  type Principal,
} from '../../../../src/domain/permission/permission.js';
import { compare } from '../../../../src/domain/query/compare.js';
import { err, ok } from '../../../../src/domain/result.js';
import { fixtureSchema, uidOf } from '../../../contract/fixture-schema.js';
import { createWorld, failureOf, valueOf } from '../../../contract/world.js';

const restaurant = uidOf('restaurant');
const answer = { fields: ['documentId'] };
const publish: JobChange = { kind: 'publish', type: restaurant, answer };
const duplicate: JobChange = { kind: 'duplicate', type: restaurant };
const remove: JobChange = { kind: 'delete', type: restaurant };
const set = (data: object, type = restaurant): JobChange => ({
  kind: 'update',
  type,
  layer: 'draft',
  data,
  answer,
});
const chosen = { filters: compare('name', '$startsWith', 'Chosen') };

const reading: readonly Action[] = ['find', 'findOne', 'findDrafts'];
const editing: readonly Action[] = [...reading, 'update', 'publish', 'unpublish', 'delete'];
const holding = (name: string, actions: readonly Action[]): Principal => ({
  kind: 'token',
  name,
  grants: grantsOf([[restaurant, actions]]),
});

/** The process ends. */
class Killed extends Error {}

describe('bulk jobs', () => {
  const open = () => {
    const schema = fixtureSchema();
    const world = createWorld(createMemoryStore({ schema }), schema);
    let time = Date.parse('2026-01-01T00:00:00.000Z');
    const clock = { now: () => new Date((time += 1)).toISOString() };
    const documents = createDocuments({ ...world.dependencies, clock });
    const trail: AuditEvent[] = [];
    let secrets = 0;
    const told: string[] = [];
    const faults: string[] = [];
    const log = {
      debug() {},
      info: (text: string) => void told.push(text),
      warn() {},
      error: (text: string) => void faults.push(text),
    };
    const code = { log, runsCode: (): boolean => false };
    const bulk = createBulk({ schema, documents, units: world.store.units, ...code, unitsAtOnce: 2 });
    const needed = {
      schema,
      documents,
      rowDocuments: documents,
      bulk,
      ids: world.dependencies.ids,
      ...code,
      clock,
      secrets: { create: () => `revision ${(secrets += 1)}` },
      audit: { record: async (_: Principal, event: AuditEvent) => void trail.push(event) },
    };
    const jobs = createBulkJobs(needed);
    const principals = new Map<string, Principal>();
    const principalOf = async ({ kind, name }: Planner) =>
      ok(kind === 'system' ? systemPrincipal : (principals.get(name) ?? null));
    const running = { ...needed, principalOf };
    const one = async (id: string) => valueOf(await jobs.find(systemPrincipal, id));
    return {
      world,
      jobs,
      running,
      trail,
      told,
      faults,
      principals,
      one,
      clock,
      log,
      wait: (milliseconds: number) => void (time += milliseconds),
      due: async () => valueOf(await doDueJobs(running)),
      start: async (
        request: Partial<BulkJobRequest> & Pick<BulkJobRequest, 'change'>,
        who = systemPrincipal,
      ) => valueOf(await jobs.start(who, { match: chosen, ...request })).documentId,
      make: async (count: number, prefix = 'Chosen') => {
        const ids: string[] = [];
        for (let at = 0; at < count; at += 1)
          ids.push(await world.createDraft('restaurant', { name: `${prefix} ${at}` }));
        return ids;
      },
      untilEnded: async (id: string) => {
        while ((await one(id)).endedAt === null) valueOf(await doDueJobs(running));
        return one(id);
      },
      published: async (documentId: string) =>
        (await world.version('restaurant', documentId, { fields: ['id'] })) !== null,
      countAll: async () =>
        valueOf(await documents.count(systemPrincipal, { ...systemQuery(restaurant), layer: 'draft' })),
      nameOf: async (documentId: string) =>
        (await world.drafts.version('restaurant', documentId, { fields: ['name'] }))?.['name'],
    };
  };

  it('change all that match, batch by batch, and nothing else', async () => {
    const { make, start, due, one, published, trail, told } = open();
    const [ids, others] = [await make(batchSize + 5), await make(3, 'Other')];
    const id = await start({ change: publish });
    expect(await one(id)).to.deep.include({ state: 'waiting', total: batchSize + 5, done: 0, refused: 0 });
    expect(await due()).to.equal(1);
    expect(await one(id)).to.deep.include({ state: 'running', done: batchSize, batch: [] });
    await due();
    expect(await one(id)).to.deep.include({ state: 'done', done: batchSize + 5, refused: 0, dueAt: null });
    for (const each of ids) expect(await published(each)).to.equal(true);
    for (const each of others) expect(await published(each)).to.equal(false);
    expect(await due()).to.equal(0);
    expect(trail.map(({ action }) => action)).to.deep.equal(['startBulkJob', 'endBulkJob']);
    expect(trail[1]?.subject).to.contain('done, 105 changed, 0 refused of 105');
    expect(told).to.have.length(1);
  });

  it('change what they set also if it matches no longer, and no more than matched at first', async () => {
    const { make, start, due, untilEnded, nameOf } = open();
    const ids = await make(batchSize + 5);
    const id = await start({ change: set({ name: 'Changed' }) });
    await due();
    await make(30);
    const { done, total } = await untilEnded(id);
    expect([done, total]).to.deep.equal([batchSize + 5, batchSize + 5]);
    const left = await Promise.all(ids.map(nameOf));
    // Of those that were made meanwhile, some may have been changed instead.
    expect(left.filter((name) => name === 'Changed').length).to.be.within(batchSize, batchSize + 5);
    const most = await start({ change: publish, most: 3 });
    expect(await untilEnded(most)).to.include({ total: 3, done: 3 });
  });

  it('change the documents that are named, and say which are not there', async () => {
    const { make, start, untilEnded, published } = open();
    const [one = '', two = ''] = await make(2);
    const documentIds = [two, 'nowhere', one, two];
    const job = await untilEnded(await start({ change: publish, match: {}, documentIds }));
    expect(job).to.deep.include({ state: 'done', total: 3, done: 2, refused: 1 });
    expect(job.refusals).to.have.length(1);
    expect(job.refusals[0]).to.deep.include({ documentId: 'nowhere', label: 'nowhere' });
    expect(job.refusals[0]?.failure.code).to.equal('DOCUMENT.NOT_FOUND');
    expect([await published(one), await published(two)]).to.deep.equal([true, true]);
  });

  const changes: readonly (readonly [string, JobChange])[] = [
    ['publishing', publish],
    ['unpublishing', { ...publish, kind: 'unpublish' }],
    ['deleting', remove],
    ['setting what they match', set({ name: 'Changed' })],
    ['duplicating', duplicate],
  ];
  for (const [name, change] of changes)
    it(`are whole after a kill between any two steps of ${name}`, async function () {
      this.timeout(60_000);
      let isCut = true;
      for (let at = 1; isCut; at += 1) {
        const { make, start, running, one, wait, world, published, nameOf, countAll } = open();
        const ids = await make(batchSize + 4);
        const [other = ''] = await make(1, 'Other');
        if (change.kind === 'unpublish') for (const each of ids) await world.publish('restaurant', each);
        const id = await start({ change });
        let [calls, isDead] = [0, false];
        isCut = false;
        /** Ends the process before or after the call that is the next in turn: it calls nothing more. */
        const cut = async <T>(work: () => Promise<T>): Promise<T> => {
          if ((calls += 1) === at || isDead) {
            isDead = true;
            throw new Killed();
          }
          const done = await work();
          if ((calls += 1) === at) {
            isDead = true;
            throw new Killed();
          }
          return done;
        };
        const { rowDocuments, bulk, documents } = running;
        const mortal = {
          ...running,
          rowDocuments: {
            ...rowDocuments,
            update: (...given: Parameters<typeof rowDocuments.update>) =>
              cut(() => rowDocuments.update(...given)),
          },
          documents: {
            ...documents,
            find: (...given: Parameters<typeof documents.find>) => cut(() => documents.find(...given)),
          },
          bulk: { run: (...given: Parameters<typeof bulk.run>) => cut(() => bulk.run(...given)) },
        };
        for (let rounds = 0; (await one(id)).endedAt === null; rounds += 1) {
          if (rounds > 9) throw new Error('it does not end');
          await doDueJobs(mortal).then(valueOf, (error: unknown) => {
            if (!(error instanceof Killed)) throw error;
            isCut = true;
            isDead = false;
            wait(leaseMs + 1);
          });
        }
        const { state, done, refused, total } = await one(id);
        expect([state, done, refused, total], `killed at ${at}`).to.deep.equal(['done', 104, 0, 104]);
        const copies = change.kind === 'duplicate' ? ids.length : 0;
        expect(await countAll()).to.equal((change.kind === 'delete' ? 0 : ids.length) + copies + 1);
        for (const each of ids)
          if (change.kind === 'publish' || change.kind === 'unpublish')
            expect(await published(each)).to.equal(change.kind === 'publish');
          else if (change.kind === 'duplicate') expect(await nameOf(each)).to.match(/^Chosen/);
          else expect(await nameOf(each)).to.equal(change.kind === 'delete' ? undefined : 'Changed');
        expect([await nameOf(other), await published(other)]).to.deep.equal(['Other 0', false]);
      }
    });

  it('duplicate what matched at first, as far as it may be read and created', async () => {
    const { make, start, untilEnded, countAll, principals, world, jobs } = open();
    const [id = ''] = await make(1);
    const writer: Principal = {
      ...holding('copier', []),
      grants: {
        kind: 'listed',
        listed: new Map([
          [
            restaurant,
            new Map<Action, Permission>([
              ['findDrafts', unlimited],
              ['create', { fields: new Set(['name']), filter: null }],
            ]),
          ],
        ]),
      },
    };
    principals.set('copier', writer);
    await world.update('restaurant', id, { rating: 4, slug: 'only-one' });
    const job = await untilEnded(await start({ change: duplicate }, writer));
    expect([job.state, job.done, job.total]).to.deep.equal(['done', 1, 1]);
    expect(await countAll()).to.equal(2);
    const all = await world.drafts.find('restaurant', {
      fields: ['name', 'rating'],
      sort: [{ path: ['id'], direction: 'asc' }],
    });
    expect(all.map(({ name, rating }) => [name, rating])).to.deep.equal([
      ['Chosen 0', 4],
      ['Chosen 0', null],
    ]);
    const reader = holding('reader', reading);
    expect(failureOf(await jobs.start(reader, { change: duplicate, match: chosen })).code).to.equal(
      'POLICY.DENIED',
    );
    const blind = holding('blind', ['create']);
    expect(failureOf(await jobs.start(blind, { change: duplicate, match: chosen })).code).to.equal(
      'POLICY.DENIED',
    );
  });

  it('are taken by one of several servers at a time', async () => {
    const { make, start, due, running, untilEnded } = open();
    await make(batchSize * 3);
    const id = await start({ change: publish });
    let batches = 0;
    const { bulk } = running;
    Object.assign(running, {
      bulk: {
        run: async (...given: Parameters<typeof bulk.run>) => {
          batches += 1;
          return bulk.run(...given);
        },
      },
    });
    const made = await Promise.all([due(), due(), due()]);
    expect(made.reduce((sum, one) => sum + one)).to.equal(batches);
    await untilEnded(id);
    expect(batches).to.equal(3);
  });

  it('let those that have waited longest go first', async () => {
    const { make, start, due, one } = open();
    await make(batchSize + 1);
    const ids = [await start({ change: publish }), await start({ change: set({ about: 'x' }) })];
    await due();
    expect((await Promise.all(ids.map(one))).map(({ done }) => done)).to.deep.equal([100, 100]);
  });

  it('keep who asked for them to what they may do', async () => {
    const { make, start, due, one, jobs, principals, published, untilEnded } = open();
    const ids = await make(batchSize + 5);
    const editor = holding('editor', editing);
    for (const [actions, code] of [
      [reading, 'POLICY.DENIED'],
      [['publish'], 'POLICY.DENIED'],
    ] as const)
      expect(
        failureOf(await jobs.start(holding('x', actions), { change: publish, match: chosen })),
      ).to.include({ code });
    const id = await start({ change: publish }, editor);
    principals.set('editor', editor);
    await due();
    principals.set('editor', holding('editor', reading));
    await due();
    expect(await one(id)).to.deep.include({ state: 'failed', done: batchSize });
    expect((await one(id)).problem).to.include({ code: 'POLICY.DENIED' });
    expect((await Promise.all(ids.map(published))).filter(Boolean)).to.have.length(batchSize);
    const other = await start({ change: publish }, editor);
    principals.delete('editor');
    expect((await untilEnded(other)).problem?.message).to.contain('editor, who asked for it, is gone');
  });

  it('change no document that a single write would not', async () => {
    const { make, start, untilEnded, principals, nameOf } = open();
    const [mine = '', other = ''] = await make(2);
    const filter = compare('name', '$eq', 'Chosen 0');
    const all = grantsOf([[restaurant, reading]]);
    if (all.kind !== 'listed') throw new Error('not listed');
    const listed = new Map(all.listed.get(restaurant));
    listed.set('delete', { fields: null, filter });
    const editor: Principal = {
      kind: 'token',
      name: 'editor',
      grants: { kind: 'listed', listed: new Map([[restaurant, listed]]) },
    };
    principals.set('editor', editor);
    const job = await untilEnded(await start({ change: remove }, editor));
    expect(job).to.deep.include({ state: 'done', done: 1, refused: 1 });
    expect(job.refusals.map(({ label }) => label)).to.deep.equal(['Chosen 1']);
    expect([await nameOf(mine), await nameOf(other)]).to.deep.equal([undefined, 'Chosen 1']);
  });

  it('can be cancelled, and count what was under way', async () => {
    const { make, start, due, one, jobs, running, published } = open();
    const ids = await make(batchSize * 2);
    const id = await start({ change: publish });
    const { bulk } = running;
    Object.assign(running, {
      bulk: {
        run: async (...given: Parameters<typeof bulk.run>) => {
          valueOf(await jobs.cancel(systemPrincipal, id));
          return bulk.run(...given);
        },
      },
    });
    await due();
    expect(await one(id)).to.deep.include({ state: 'cancelled', done: batchSize, batch: [] });
    expect(await due()).to.equal(0);
    expect((await Promise.all(ids.map(published))).filter(Boolean)).to.have.length(batchSize);
    expect(failureOf(await jobs.cancel(systemPrincipal, id)).message).to.contain('cancelled already');
  });

  it('belong to who asked for them, and to those with a grant', async () => {
    const { make, start, jobs } = open();
    await make(1);
    const [editor, other] = [holding('editor', editing), holding('other', editing)];
    const id = await start({ change: publish }, editor);
    await start({ change: publish });
    expect(valueOf(await jobs.list(editor, { limit: 9 }))).to.have.length(1);
    expect(valueOf(await jobs.list(other, { limit: 9 }))).to.have.length(0);
    expect(valueOf(await jobs.list(systemPrincipal, { limit: 9, type: restaurant }))).to.have.length(2);
    expect(valueOf(await jobs.list(systemPrincipal, { limit: 9, type: 'other' }))).to.have.length(0);
    expect(failureOf(await jobs.find(other, id))).to.include({ code: 'DOCUMENT.NOT_FOUND' });
    expect(failureOf(await jobs.cancel(other, id))).to.include({ code: 'DOCUMENT.NOT_FOUND' });
    expect(valueOf(await jobs.cancel(editor, id))).to.include({ state: 'cancelled' });
    const nobody: Principal = { ...other, kind: 'public' };
    expect(failureOf(await jobs.start(nobody, { change: publish, match: {} }))).to.include({
      code: 'POLICY.DENIED',
    });
  });

  it('are few for each, also if many are asked for at once', async () => {
    const { make, jobs, start } = open();
    await make(1);
    const editor = holding('editor', editing);
    const asked = await Promise.all(
      Array.from({ length: 9 }, () => jobs.start(editor, { change: publish, match: chosen })),
    );
    const begun = asked.filter((one) => one.ok).map(valueOf);
    expect(begun).to.have.length(mostOpenJobs);
    const refused = asked.find((one) => !one.ok);
    expect(refused && failureOf(refused).message).to.contain('You have 3 open jobs');
    await start({ change: publish });
    valueOf(await jobs.cancel(editor, begun[0]?.documentId ?? ''));
    await start({ change: publish }, editor);
  });

  it('keep the first refusals, and count the others', async () => {
    const { world, start, untilEnded } = open();
    const count = mostRefusals + 20;
    const permit = uidOf('permit');
    for (let at = 0; at < count; at += 1) await world.createDraft('permit', {});
    const change = { ...publish, type: permit };
    const job = await untilEnded(await start({ change, match: {} }));
    expect(job).to.include({ state: 'done', done: 0, refused: count });
    expect(job.refusals).to.have.length(mostRefusals);
    expect(job.refusals[0]?.failure.code).to.equal('INPUT.INVALID');
  });

  it('wait while the database fails, and refuse what it never does', async () => {
    const { make, start, running, one, wait, untilEnded } = open();
    await make(2);
    const id = await start({ change: publish });
    const { bulk } = running;
    const down = err(failure('STORE.UNAVAILABLE', 'down'));
    Object.assign(running, { bulk: { run: async () => ok([down, down]) } });
    for (let attempt = 1; attempt < 5; attempt += 1) {
      expect(failureOf(await doDueJobs(running))).to.include({ code: 'STORE.UNAVAILABLE' });
      expect(await one(id)).to.include({ state: 'running', done: 0, refused: 0 });
      wait(leaseMs);
    }
    expect(await untilEnded(id)).to.include({ state: 'done', done: 0, refused: 2 });
    Object.assign(running, { bulk });
  });

  it('end with a batch that never ends', async () => {
    const { make, start, running, one, wait, faults } = open();
    await make(2);
    const id = await start({ change: publish });
    Object.assign(running, { bulk: { run: () => Promise.reject(new Killed()) } });
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(valueOf(await doDueJobs(running))).to.equal(0);
      expect(await one(id)).to.include({ state: 'running', attempts: attempt });
      wait(leaseMs);
    }
    valueOf(await doDueJobs(running));
    expect((await one(id)).problem?.message).to.contain('5 attempts');
    expect(faults).to.have.length(5);
  });

  it('keep no other job from going on with a search that fails', async () => {
    const { make, start, running, one, wait, faults } = open();
    await make(2);
    const filters = compare('name', '$eq', 'Chosen 1');
    const ids = [await start({ change: publish }), await start({ change: publish, match: { filters } })];
    const { documents } = running;
    let isBug = false;
    const find: typeof documents.find = async (principal, query) => {
      if (JSON.stringify(query.filters).includes('Chosen 1')) return documents.find(principal, query);
      if (isBug) throw new Error('a bug');
      return err(failure('STORE.TIMEOUT', 'slow'));
    };
    Object.assign(running, { documents: { ...documents, find } });
    expect(failureOf(await doDueJobs(running))).to.include({ code: 'STORE.TIMEOUT' });
    expect((await Promise.all(ids.map(one))).map(({ state }) => state)).to.deep.equal(['waiting', 'done']);
    isBug = true;
    for (let attempt = 0; attempt < 6; attempt += 1) {
      wait(leaseMs);
      valueOf(await doDueJobs(running));
    }
    expect(await one(ids[0] ?? '')).to.include({ state: 'failed' });
    expect(faults).to.have.length(5);
  });

  it('end with their content-type', async () => {
    const { make, start, running, one } = open();
    await make(1);
    const id = await start({ change: publish });
    const contentTypes = new Map([...running.schema.contentTypes].filter(([uid]) => uid !== restaurant));
    Object.assign(running, { schema: { ...running.schema, contentTypes } });
    valueOf(await doDueJobs(running));
    expect((await one(id)).problem?.message).to.contain('no content-type');
  });

  it('go a week after their end', async () => {
    const { make, start, untilEnded, running, jobs, wait, clock, log } = open();
    await make(1);
    await untilEnded(await start({ change: publish }));
    const waiting = await start({ change: publish });
    const sweep = () => removeOldJobs({ documents: running.rowDocuments, clock, log }, () => true);
    await sweep();
    expect(valueOf(await jobs.list(systemPrincipal, { limit: 9 }))).to.have.length(2);
    wait(8 * 24 * 3_600_000);
    await sweep();
    expect(valueOf(await jobs.list(systemPrincipal, { limit: 9 }))[0]?.documentId).to.equal(waiting);
  });

  const refusals: readonly (readonly [string, Partial<BulkJobRequest> & Pick<BulkJobRequest, 'change'>])[] = [
    ['INPUT.INVALID', { change: { ...publish, type: 'api::nothing.nothing' } }],
    ['INPUT.INVALID', { change: { ...publish, type: 'plugin::users-permissions.user' } }],
    ['INPUT.INVALID', { change: { ...publish, type: uidOf('dish') } }],
    ['INPUT.INVALID', { change: set({}) }],
    ['INPUT.INVALID_KEY', { change: set({ nowhere: 1 }) }],
    ['INPUT.INVALID', { change: publish, documentIds: [] }],
    ['INPUT.INVALID', { change: publish, documentIds: ['a', ''] }],
    ['INPUT.INVALID', { change: publish, documentIds: Array.from({ length: 10_001 }, (_, at) => `${at}`) }],
    ['QUERY.INVALID_KEY', { change: publish, match: { filters: compare('nowhere', '$eq', 'x') } }],
  ];
  for (const [code, request] of refusals)
    it(`are refused with ${code} for ${JSON.stringify(request).slice(0, 80)}`, async () => {
      const { jobs } = open();
      const refused = failureOf(await jobs.start(systemPrincipal, { match: {}, ...request }));
      expect(refused).to.include({ code });
      expect(valueOf(await jobs.list(systemPrincipal, { limit: 1 }))).to.deep.equal([]);
    });
});
