import { expect } from 'chai';
import { createAuditTrail } from '../../../src/application/audit/audit-trail.js';
import { createDocuments } from '../../../src/application/documents/documents.js';
import type { AuditEntry, AuditFilter, AuditLog } from '../../../src/application/ports/audit-log.js';
import { grantsOf, type Principal } from '../../../src/domain/permission/permission.js';
import { uidOf, type TypeName } from '../schema-files.js';
import { createClock } from '../ticking-clock.js';
import { failureOf, idOf, valueOf, type World } from '../world.js';
import { writing } from '../world-writing.js';
import type { Cases } from './case.js';
import { until } from './until.js';

const entry = (rest: Partial<AuditEntry> = {}): AuditEntry => ({
  at: '2024-01-02T03:04:05.678Z',
  actor: { kind: 'token', name: 'website', documentId: null, origin: '192.0.2.1' },
  action: 'update',
  outcome: 'done',
  type: uidOf('dish'),
  documentId: 'a'.repeat(24),
  locale: null,
  status: null,
  subject: null,
  names: ['name', 'size'],
  ...rest,
});

const minute = (number: number): string => `2024-01-02T03:${String(number).padStart(2, '0')}:00.000Z`;

const entriesOf = async (audit: AuditLog, filter: AuditFilter = {}): Promise<AuditEntry[]> =>
  valueOf(await audit.find(filter, 1000)).map(({ cursor: _cursor, ...rest }) => rest);

const minutesOf = async (audit: AuditLog, filter: AuditFilter): Promise<number[]> =>
  (await entriesOf(audit, filter)).map(({ at }) => new Date(at).getUTCMinutes());

const kai: Principal = {
  kind: 'user',
  name: 'kai',
  grants: { kind: 'all' },
  user: { id: 7, documentId: 'k'.repeat(24) },
  origin: '2001:db8::1',
};

const kaiActor = { kind: 'user', name: 'kai', documentId: 'k'.repeat(24), origin: '2001:db8::1' };

/** The use cases, with the writes of `kai` recorded. */
function recording(world: World) {
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const audit = createAuditTrail({ store: world.store.audit, clock: createClock(), log: silent });
  return createDocuments({ ...world.dependencies, audit });
}

/** The same as a world, with the server as the actor. */
const written = (world: World) => writing(recording(world), { layer: 'draft' });

/** Returns the entries, oldest first. */
async function storyOf(world: World): Promise<readonly unknown[]> {
  const entries = await entriesOf(world.store.audit);
  return entries.reverse().map(({ action, documentId }) => [action, documentId]);
}

const create = (type: TypeName, data: object, layer: 'draft' | 'published' = 'published') =>
  ({ kind: 'create', type: uidOf(type), layer, data, answer: { fields: ['documentId'] } }) as const;

export const auditCases = {
  'entries are returned as they were recorded, newest first': async ({ store: { audit } }) => {
    const other = entry({
      at: minute(9),
      actor: { kind: 'public', name: 'public', documentId: null, origin: null },
      action: 'login',
      outcome: 'refused',
      type: null,
      documentId: null,
      locale: 'fr',
      status: 'published',
      subject: '{"$ne": null}',
      names: [],
    });
    valueOf(await audit.record([entry(), other]));
    valueOf(await audit.record([]));
    const late = entry({ at: minute(8), names: ['"quoted", \\ and {braced}'] });
    valueOf(await audit.record([late]));
    expect(await entriesOf(audit)).to.deep.equal([other, late, entry()]);
  },
  'all entries of a large change of access are recorded, in order': async ({ store }) => {
    const subjects = Array.from({ length: 8_300 }, (_, index) => `role ${index}`);
    const actor = { kind: 'user', name: 'kai', documentId: 'k'.repeat(24), origin: '192.0.2.1' } as const;
    const names = ['find', 'a,"{}\\'];
    const entries = subjects.map((subject) => entry({ actor, locale: 'fr', subject, names }));
    valueOf(await store.access.change({ entries }));
    const found = valueOf(await store.audit.find({}, 10_000)).toReversed();
    expect(found.map(({ subject }) => subject).join()).to.equal(subjects.join());
    expect(found.at(-1)).to.deep.include(entries.at(-1));
    expect(valueOf(await store.audit.prune(minute(59), 10_000))).to.equal(subjects.length);
  },
  'entries with the same time are returned in the order in which they were recorded': async ({
    store: { audit },
  }) => {
    const subjects = Array.from({ length: 20 }, (_, index) => `number ${index}`);
    valueOf(await audit.record(subjects.slice(0, 10).map((subject) => entry({ subject }))));
    for (const subject of subjects.slice(10)) valueOf(await audit.record([entry({ subject })]));
    const found = (await entriesOf(audit)).map(({ subject }) => subject);
    expect(found).to.deep.equal(subjects.reverse());
  },
  'entries are found by user, action, document and time, and must match all conditions': async ({
    store: { audit },
  }) => {
    const user = { kind: 'user', name: 'kai', documentId: 'k'.repeat(24), origin: null } as const;
    const given: Partial<AuditEntry>[] = [
      { actor: user },
      { actor: user, action: 'delete' },
      { type: uidOf('chef'), documentId: 'c'.repeat(24) },
      { action: 'login', subject: 'kai' },
      { action: 'delete' },
    ];
    valueOf(await audit.record(given.map((one, index) => entry({ at: minute(index), ...one }))));
    const questions: readonly (readonly [AuditFilter, number[]])[] = [
      [{ user: 'kai' }, [3, 1, 0]],
      [{ user: 'k'.repeat(24) }, [1, 0]],
      [{ user: 'website' }, [4, 3, 2]],
      [{ type: uidOf('chef') }, [2]],
      [{ documentId: 'c'.repeat(24) }, [2]],
      [{ documentId: 'nobody' }, []],
      [{ action: 'delete' }, [4, 1]],
      [{ action: 'delete', user: 'kai' }, [1]],
      [{ since: minute(3) }, [4, 3]],
      [{ until: minute(1) }, [0]],
      [{ since: minute(1), until: minute(3), type: uidOf('dish') }, [1]],
    ];
    for (const [filter, minutes] of questions)
      expect(await minutesOf(audit, filter), JSON.stringify(filter)).to.deep.equal(minutes);
  },
  'paging after the last entry of a page skips none and repeats none': async ({ store: { audit } }) => {
    const all = Array.from({ length: 23 }, (_, index) =>
      entry({ at: minute(Math.floor(index / 5)), subject: `number ${index}` }),
    );
    valueOf(await audit.record(all));
    const seen: (string | null)[] = [];
    let after: string | undefined;
    const readOn = async (): Promise<boolean> => {
      const filter = { until: minute(4), ...(after !== undefined && { after }) };
      const page = valueOf(await audit.find(filter, 3));
      seen.push(...page.map(({ subject }) => subject));
      after = page.at(-1)?.cursor;
      return page.length < 3;
    };
    await until('The last page', readOn, () => seen);
    expect(seen).to.deep.equal(Array.from({ length: 20 }, (_, index) => `number ${19 - index}`));
  },
  'pruning removes the oldest entries first, up to the limit, and none newer than the given time': async ({
    store: { audit },
  }) => {
    valueOf(await audit.record([3, 1, 2, 5, 4].map((number) => entry({ at: minute(number) }))));
    expect(valueOf(await audit.prune(minute(4), 2))).to.equal(2);
    expect(await minutesOf(audit, {})).to.deep.equal([5, 4, 3]);
    expect(valueOf(await audit.prune(minute(4), 2))).to.equal(1);
    expect(valueOf(await audit.prune(minute(4), 2))).to.equal(0);
    expect(await minutesOf(audit, {})).to.deep.equal([5, 4]);
  },
  'the entry of a write names the actor, the action and the attributes, never a value': async (world) => {
    const data = { name: 'Kept to itself', rating: 3, secret: 'Kept to itself', seo: { title: 'Kept' } };
    const made = valueOf(await recording(world).create(kai, create('restaurant', data, 'draft')));
    const [{ at, ...told } = entry()] = await entriesOf(world.store.audit);
    expect(Math.abs(Date.parse(at) - Date.now())).to.be.lessThan(60_000);
    expect({ ...told, names: [...told.names].sort() }).to.deep.equal({
      actor: kaiActor,
      action: 'create',
      outcome: 'done',
      type: uidOf('restaurant'),
      documentId: idOf(made.answer.documents()[0] ?? {}),
      locale: null,
      status: 'draft',
      subject: null,
      names: ['name', 'rating', 'secret', 'seo'],
    });
    expect(JSON.stringify(told)).not.to.include('Kept');
  },
  'every kind of write is recorded': async (world) => {
    const as = written(world);
    const id = await as.create('restaurant', { name: 'a' });
    await as.update('restaurant', id, { name: 'b' });
    await as.publish('restaurant', id);
    await as.update('restaurant', id, { name: 'c' });
    await as.discard('restaurant', id);
    await as.unpublish('restaurant', id);
    await as.delete('restaurant', id);
    const dish = await as.create('dish', { name: 'd' });
    await as.update('dish', dish, { name: 'e' });
    await as.delete('dish', dish);
    const page = await as.put('settings', { name: 'f' });
    const kinds = ['create', 'update', 'publish', 'update', 'discardDraft', 'unpublish', 'delete'];
    expect(await storyOf(world)).to.deep.equal([
      ...kinds.map((kind) => [kind, id]),
      ...['create', 'update', 'delete'].map((kind) => [kind, dish]),
      ['update', page],
    ]);
  },
  'a write with links has one entry, and so has one that creates a translation': async (world) => {
    const dishes = await world.createNamed('dish', 'a', 'b', 'c');
    const as = written(world);
    const id = await as.create('restaurant', { name: 'r', dishes, flagship: dishes[0] });
    await as.update('restaurant', id, {
      dishes: { connect: [{ documentId: dishes[2], position: { start: true } }], disconnect: [dishes[0]] },
    });
    const topic = await as.create('article', { name: 't' });
    await writing(recording(world), { layer: 'draft', locale: 'fr' }).update('article', topic, {
      name: 'u',
    });
    expect(await storyOf(world)).to.deep.equal([
      ['create', id],
      ['update', id],
      ['create', topic],
      ['update', topic],
    ]);
    const [translated] = await entriesOf(world.store.audit, { documentId: topic });
    expect(translated?.locale).to.equal('fr');
  },
  'a refused write has no entry': async (world) => {
    const as = written(world);
    const nobody = 'z'.repeat(24);
    await world.create('chef', { nick: 'taken' });
    const chef = await world.create('chef', { nick: 'free' });
    await as.refused('dish', nobody, { name: 'x' });
    await as.refused('restaurant', nobody, { name: 'x' });
    await as.refused('chef', chef, { nick: 'taken' });
    const restaurant = await world.create('restaurant', { name: 'r' });
    await as.refused('restaurant', restaurant, { dishes: [nobody] });
    failureOf(await as.move('publish', 'restaurant', nobody));
    const limited = { ...kai, grants: grantsOf([]) };
    failureOf(await recording(world).create(limited, create('dish', { name: 'x' })));
    failureOf(await recording(world).create(kai, create('chef', { nick: 'taken' })));
    failureOf(await recording(world).create(kai, create('restaurant', { dishes: [nobody] })));
    const done = (await entriesOf(world.store.audit)).filter(({ outcome }) => outcome === 'done');
    expect(done).to.deep.equal([]);
  },
  'a change of access records its entries, and none if it is refused': async ({
    store: { access, audit },
  }) => {
    const entries = [
      entry({ action: 'addRole', subject: 'editor', type: null, documentId: null, names: [] }),
      entry({ action: 'grant', subject: 'editor', documentId: null, names: ['find'] }),
    ];
    const grant = [{ role: 'editor', type: uidOf('dish'), actions: ['find'] as const }];
    failureOf(await access.change({ grant, entries }));
    expect(await entriesOf(audit)).to.deep.equal([]);
    valueOf(await access.change({ addRoles: ['editor'], grant, entries, by: kai }));
    expect(await entriesOf(audit)).to.deep.equal([...entries].reverse());
  },
  'each of several concurrent writers leaves an entry': async (world) => {
    const as = written(world);
    const id = await as.create('restaurant', { name: 'a' });
    const dishes = await world.createNamed('dish', 'a', 'b', 'c', 'd');
    await Promise.all([
      ...dishes.map((dish) => as.update('restaurant', id, { dishes: { connect: [dish] } })),
      ...dishes.map((dish) => as.update('dish', dish, { name: 'x' })),
      as.publish('restaurant', id),
    ]);
    const entries = await entriesOf(world.store.audit);
    const of = (documentId: string) => entries.filter((one) => one.documentId === documentId).length;
    expect([of(id), ...dishes.map(of)]).to.deep.equal([6, 1, 1, 1, 1]);
  },
} satisfies Cases;
