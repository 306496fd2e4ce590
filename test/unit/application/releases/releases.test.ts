import { expect } from 'chai';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import type { ReleaseRequest } from '../../../../src/application/releases/check-release-request.js';
import type { Mail } from '../../../../src/application/ports/mailer.js';
import { createReleases } from '../../../../src/application/releases/create-releases.js';
import { releaseMail } from '../../../../src/adapters/delivery/admin/sign-in/mails.js';
import { doDueReleases, type FailedRelease } from '../../../../src/application/releases/release-clock.js';
import type { Planner } from '../../../../src/application/access/planner.js';
import { createDocuments } from '../../../../src/application/documents/documents.js';
import { denied, notFound } from '../../../../src/domain/failure.js';
import { grantsOf, systemPrincipal, type Principal } from '../../../../src/domain/permission/permission.js';
import { ok } from '../../../../src/domain/result.js';
import { fixtureSchema, uidOf } from '../../../contract/fixture-schema.js';
import { createWorld, failureOf, valueOf } from '../../../contract/world.js';

const [restaurant, article] = [uidOf('restaurant'), uidOf('article')];

const holding = (
  name: string,
  actions: readonly ('publish' | 'findOne' | 'find' | 'findDrafts')[],
): Principal => ({
  kind: 'token',
  name,
  grants: grantsOf([[restaurant, actions]]),
});

describe('releases', () => {
  const open = () => {
    const schema = fixtureSchema();
    const world = createWorld(createMemoryStore({ schema }), schema);
    let time = Date.parse('2026-01-01T00:00:00.000Z');
    const clock = { now: () => new Date(time).toISOString() };
    const documents = createDocuments({ ...world.dependencies, clock });
    let secrets = 0;
    const needed = {
      documents,
      rowDocuments: documents,
      units: world.store.units,
      clock,
      secrets: { create: () => `revision ${(secrets += 1)}` },
    };
    const releases = createReleases({ ...needed, schema });
    const told: string[] = [];
    const tell = (text: string): void => void told.push(text);
    const log = { debug() {}, info() {}, warn: tell, error: tell };
    const sent: Mail[] = [];
    const mails = {
      tell: (mail: Mail) => void sent.push(mail),
      failureMail: async ({ name: to }: Planner, release: FailedRelease) =>
        ok(to.includes('@') ? { to, ...releaseMail(to.startsWith('kai') ? 'de' : null, release) } : null),
    };
    const principals = new Map<string, Principal>();
    const principalOf = async ({ kind, name }: Planner) =>
      ok(kind === 'system' ? systemPrincipal : (principals.get(name) ?? null));
    return {
      world,
      releases,
      told,
      sent,
      principals,
      wait: (milliseconds: number) => void (time += milliseconds),
      due: async () =>
        valueOf(await doDueReleases({ ...needed, log, principalOf, mails, runsCode: () => false })),
      /** As by a server whose schema has the type no more. */
      dueWithout: async (gone: string) => {
        const contentTypes = new Map([...schema.contentTypes].filter(([uid]) => uid !== gone));
        const left = createDocuments({
          ...world.dependencies,
          clock,
          schema: { ...schema, contentTypes },
        });
        const running = { ...needed, documents: left, log, principalOf, mails, runsCode: () => false };
        return valueOf(await doDueReleases(running));
      },
      plan: async (request: ReleaseRequest, principal = systemPrincipal) =>
        valueOf(await releases.create(principal, { name: 'spring', ...request })),
      published: async (documentId: string) =>
        (await world.version('restaurant', documentId, { fields: ['id'] })) !== null,
    };
  };
  const publish = (documentId: string) => ({ action: 'publish', type: restaurant, documentId });

  it('happen as a whole at their time, and once', async () => {
    const { world, plan, due, wait, published, releases } = open();
    const [one, two] = [
      await world.createDraft('restaurant', { name: 'One' }),
      await world.createDraft('restaurant', { name: 'Two' }),
    ];
    await world.publish('restaurant', two);
    const { documentId } = await plan({
      at: '2026-01-01T01:00:00+00:30',
      actions: [publish(one), { ...publish(two), action: 'unpublish' }],
    });
    await due();
    expect([await published(one), await published(two)]).to.deep.equal([false, true]);
    wait(30 * 60 * 1000);
    await Promise.all([due(), due()]);
    expect([await published(one), await published(two)]).to.deep.equal([true, false]);
    const done = valueOf(await releases.find(systemPrincipal, documentId));
    expect(done).to.include({
      state: 'done',
      at: '2026-01-01T00:30:00.000Z',
      endedAt: '2026-01-01T00:30:00.000Z',
    });
    await world.unpublish('restaurant', one);
    await due();
    expect(await published(one)).to.equal(false);
  });

  it('whose content-type is gone fail, and keep no others from happening', async () => {
    const { world, plan, dueWithout, wait, published, releases } = open();
    const one = await world.createDraft('restaurant', { name: 'One' });
    const lost = await world.createDraft('article', { name: 'Lost' });
    const first = await plan({
      at: '2026-01-01T00:01:00Z',
      actions: [{ action: 'publish', type: article, documentId: lost, locale: 'en' }],
    });
    await plan({ at: '2026-01-01T00:02:00Z', actions: [publish(one)] });
    wait(180_000);
    await dueWithout(article);
    expect(await published(one)).to.equal(true);
    const failed = valueOf(await releases.find(systemPrincipal, first.documentId));
    expect(failed.state).to.equal('failed');
    expect(failed.problems.map(({ code }) => code)).to.deep.equal(['DOCUMENT.NOT_FOUND']);
  });

  it('of a token are its own also with the old secret after a rotation', async () => {
    const { plan, releases, world } = open();
    const one = await world.createDraft('restaurant', { name: 'One' });
    const actions = ['publish', 'find', 'findDrafts'] as const;
    const planned = await plan(
      { at: '2026-01-01T01:00:00Z', actions: [publish(one)] },
      holding('shop (until 2026-01-08T00:00:00Z)', actions),
    );
    expect(planned.planner.name).to.equal('shop');
    const same = await releases.find(holding('shop', actions), planned.documentId);
    expect(valueOf(same).documentId).to.equal(planned.documentId);
  });

  it('that are late are told', async () => {
    const { world, plan, due, wait, told } = open();
    const [one, two] = [
      await world.createDraft('restaurant', { name: 'One' }),
      await world.createDraft('restaurant', { name: 'Two' }),
    ];
    await plan({ at: '2026-01-01T00:01:00Z', actions: [publish(one)] });
    await plan({ at: '2026-01-01T00:01:05Z', actions: [publish(two)] });
    wait(70_000);
    await due();
    expect(told).to.deep.equal(['the release spring has happened 10 seconds late']);
  });

  it('do nothing if one of their actions is not possible any more', async () => {
    const { world, plan, due, wait, published, releases, told } = open();
    const [one, gone] = [
      await world.createDraft('restaurant', { name: 'One' }),
      await world.createDraft('restaurant', { name: 'Gone' }),
    ];
    const { documentId } = await plan({ at: '2026-01-01T00:01:00Z', actions: [publish(one), publish(gone)] });
    await world.delete('restaurant', gone);
    wait(60_000);
    await due();
    expect(await published(one)).to.equal(false);
    const failed = valueOf(await releases.find(systemPrincipal, documentId));
    expect(failed).to.deep.include({
      state: 'failed',
      problems: [{ index: 1, code: 'DOCUMENT.NOT_FOUND', message: 'Not Found', reasons: notFound.reasons }],
    });
    expect(told).to.have.lengthOf(1);
    expect(told[0]).to.include('spring has not happened');
    await due();
    expect(told).to.have.lengthOf(1);
  });

  it('that have not happened are mailed to who planned them, once and without what they are about', async () => {
    const { world, plan, due, wait, principals, sent } = open();
    const editor = {
      ...holding('kai@example.com', ['publish', 'findOne', 'findDrafts']),
      kind: 'administrator' as const,
    };
    principals.set('kai@example.com', editor);
    const one = await world.createDraft('restaurant', { name: 'One' });
    await plan({ at: '2026-01-01T00:01:00Z', actions: [publish(one)] }, editor);
    await plan({ at: '2026-01-01T00:01:00Z', name: 'other', actions: [publish(one)] });
    await world.delete('restaurant', one);
    wait(60_000);
    await due();
    await due();
    expect(sent.map(({ to, subject }) => [to, subject])).to.deep.equal([
      ['kai@example.com', 'Die Veröffentlichung spring ist nicht erfolgt'],
    ]);
    expect(sent[0]?.text).to.include('- Aktion 1: Not Found').and.not.include(one);
  });

  it('are refused with documents that are not there, with every reason', async () => {
    const { world, releases } = open();
    const one = await world.createDraft('restaurant', { name: 'One' });
    const refused = failureOf(
      await releases.create(systemPrincipal, {
        name: 'x',
        actions: [publish('a'), publish(one), publish('b')],
      }),
    );
    expect(refused).to.deep.include({
      code: 'INPUT.MISMATCH',
      details: {
        problems: [
          { index: 0, code: 'DOCUMENT.NOT_FOUND', message: 'Not Found', reasons: notFound.reasons },
          { index: 2, code: 'DOCUMENT.NOT_FOUND', message: 'Not Found', reasons: notFound.reasons },
        ],
      },
    });
  });

  it('can be planned with drafts that are not complete yet', async () => {
    const { world, plan, releases } = open();
    const draft = await world.createDraft('permit', {});
    const { documentId, problems } = await plan({ actions: [{ ...publish(draft), type: uidOf('permit') }] });
    expect(problems).to.have.lengthOf(1);
    expect(problems[0]).to.include({ index: 0, code: 'INPUT.INVALID' });
    expect(failureOf(await releases.run(systemPrincipal, documentId)).details).to.deep.equal({ problems });
  });

  it('are tried without a trace', async () => {
    const { world, plan, releases, published } = open();
    const one = await world.createDraft('restaurant', { name: 'One' });
    const { documentId } = await plan({ actions: [publish(one)] });
    expect(valueOf(await releases.check(systemPrincipal, documentId))).to.deep.equal([]);
    expect(await published(one)).to.equal(false);
    expect(valueOf(await releases.run(systemPrincipal, documentId))).to.include({ state: 'done' });
    expect(await published(one)).to.equal(true);
    expect(failureOf(await releases.run(systemPrincipal, documentId)).message).to.include('is done');
  });

  it('need the permission for each action, when they are planned and when they happen', async () => {
    const { world, plan, releases, due, wait, published, principals } = open();
    const one = await world.createDraft('restaurant', { name: 'One' });
    const actions = [publish(one)];
    const reader = holding('reader', ['find', 'findOne', 'findDrafts']);
    const refused = failureOf(await releases.create(reader, { name: 'x', actions }));
    expect(refused.details).to.deep.equal({
      problems: [{ index: 0, code: 'POLICY.DENIED', message: 'Forbidden', reasons: denied.reasons }],
    });
    const editor = holding('editor', ['find', 'findOne', 'findDrafts', 'publish']);
    const { documentId } = await plan({ at: '2026-01-01T00:01:00Z', actions }, editor);
    principals.set('editor', reader);
    wait(60_000);
    await due();
    expect(await published(one)).to.equal(false);
    const failed = valueOf(await releases.find(editor, documentId));
    expect(failed).to.deep.include({
      state: 'failed',
      problems: [{ index: 0, code: 'POLICY.DENIED', message: 'Forbidden', reasons: denied.reasons }],
    });
  });

  it('fail when who planned them is gone', async () => {
    const { world, plan, releases, due, wait, published } = open();
    const one = await world.createDraft('restaurant', { name: 'One' });
    const editor = holding('editor', ['find', 'findOne', 'findDrafts', 'publish']);
    const { documentId } = await plan({ at: '2026-01-01T00:01:00Z', actions: [publish(one)] }, editor);
    wait(60_000);
    await due();
    expect(await published(one)).to.equal(false);
    const failed = valueOf(await releases.find(editor, documentId));
    expect(failed.problems[0]?.message).to.include('is gone or blocked');
  });

  it('belong to who planned them, and to those with a grant', async () => {
    const { world, plan, releases } = open();
    const one = await world.createDraft('restaurant', { name: 'One' });
    const editor = holding('editor', ['find', 'findOne', 'findDrafts', 'publish']);
    const other = holding('other', ['find', 'findOne', 'findDrafts', 'publish']);
    const { documentId } = await plan({ actions: [publish(one)] }, editor);
    await plan({ actions: [publish(one)] });
    expect(valueOf(await releases.list(editor, { limit: 10 }))).to.have.lengthOf(1);
    expect(valueOf(await releases.list(other, { limit: 10 }))).to.have.lengthOf(0);
    expect(valueOf(await releases.list(systemPrincipal, { limit: 10 }))).to.have.lengthOf(2);
    for (const run of [
      () => releases.find(other, documentId),
      () => releases.update(other, documentId, { name: 'mine' }),
      () => releases.cancel(other, documentId),
      () => releases.check(other, documentId),
      () => releases.run(other, documentId),
    ])
      expect(failureOf(await run())).to.include({ code: 'DOCUMENT.NOT_FOUND' });
    const nobody: Principal = { ...other, kind: 'public' };
    expect(failureOf(await releases.create(nobody, { name: 'x', actions: [publish(one)] }))).to.include({
      code: 'POLICY.DENIED',
    });
    expect(valueOf(await releases.cancel(editor, documentId))).to.include({ state: 'cancelled' });
    expect(failureOf(await releases.run(editor, documentId)).message).to.include('is cancelled');
  });

  it('can be changed until they have ended', async () => {
    const { world, plan, releases, due, wait, published } = open();
    const [one, two] = [
      await world.createDraft('restaurant', { name: 'One' }),
      await world.createDraft('restaurant', { name: 'Two' }),
    ];
    const { documentId } = await plan({ at: '2026-01-01T00:01:00Z', actions: [publish(one)] });
    const changed = valueOf(
      await releases.update(systemPrincipal, documentId, {
        at: '2026-01-01T00:02:00Z',
        actions: [publish(two)],
      }),
    );
    expect(changed).to.include({ name: 'spring', state: 'scheduled', at: '2026-01-01T00:02:00.000Z' });
    wait(60_000);
    await due();
    expect(await published(two)).to.equal(false);
    wait(60_000);
    await due();
    expect([await published(one), await published(two)]).to.deep.equal([false, true]);
  });

  const refusals: readonly (readonly [object, string])[] = [
    [{ name: ' x' }, 'needs a name'],
    [{ at: 'tomorrow' }, 'a time with its zone'],
    [{ at: '2026-01-01T00:00:00' }, 'a time with its zone'],
    [{ at: '2026-13-01T00:00:00Z' }, 'a time with its zone'],
    [{ actions: [] }, '1 to 200 actions'],
    [{ actions: Array.from({ length: 201 }, () => publish('a')) }, '1 to 200 actions'],
    [{ actions: [publish('a'), publish('a')] }, 'twice'],
    [{ actions: ['publish'] }, 'actions.0 must be an object'],
    [{ actions: [{ ...publish('a'), when: 1 }] }, 'Invalid key when'],
    [{ actions: [{ ...publish('a'), action: 'delete' }] }, 'publish or unpublish'],
    [{ actions: [{ ...publish('a'), type: uidOf('dish') }] }, 'a content-type with drafts'],
    [{ actions: [{ ...publish('a'), type: 'api::restaurant.resturant' }] }, 'did you mean'],
    [{ actions: [{ ...publish('a'), documentId: 7 }] }, 'the documentId of a document'],
    [{ actions: [{ ...publish('a'), locale: 'fr' }] }, 'for a type with locales'],
    [{ actions: [{ ...publish('a'), type: article, locale: '*' }] }, 'one locale'],
  ];
  for (const [part, message] of refusals)
    it(`are refused with ${JSON.stringify(part).slice(0, 90)}`, async () => {
      const { releases } = open();
      const whole = { name: 'x', actions: [publish('a')], ...part };
      const refused = failureOf(await releases.create(systemPrincipal, whole));
      expect(refused).to.include({ code: 'INPUT.INVALID' });
      expect(refused.message).to.include(message);
    });
});
