import { expect } from 'chai';
import type { Home } from '../../../src/adapters/delivery/admin/contract/home.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/results.js';
import { dish, note, openAdmin, type AdminWorld, type Browser } from './admin-world.js';

describe('the first screen of the admin API', () => {
  let world: AdminWorld;
  let owner: Browser;
  let editor: Browser;

  before(async () => {
    world = await openAdmin();
    owner = await world.signedIn('owner');
    editor = await world.signedIn('editor');
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const home = async (browser: Browser, query = ''): Promise<Home> => {
    const { status, body } = await browser.api('GET', `home${query}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.data as Home;
  };
  const create = async (browser: Browser, set: object, uid = dish): Promise<string> =>
    (await browser.api('POST', `documents/${uid}`, { set })).body.data.documentId as string;

  it('names the next steps of a new project that the role may take', async () => {
    const steps = async (browser: Browser) =>
      (await home(browser)).steps.map(({ name, isDone }) => [name, isDone]);
    expect(await steps(owner)).to.deep.equal([
      ['type', true],
      ['entry', false],
      ['token', false],
    ]);
    expect(await steps(editor)).to.deep.equal([['entry', false]]);
    await create(owner, { Title: 'First' }, note);
    expect(await steps(editor)).to.deep.equal([]);
    valueOf(await world.parts.access.createToken({ name: 'shop', access: 'read-only', expiresIn: '7d' }));
    expect(await steps(owner)).to.deep.equal([]);
  });

  it('lists the drafts that one has written and not published, the latest first', async () => {
    const [one, two, other] = [
      await create(editor, { Name: 'One' }),
      await create(editor, { Name: 'Two' }),
      await create(owner, { Name: 'Other' }),
    ];
    await editor.api('POST', `documents/${dish}/${one}/publish`, {});
    const shown = async () => (await home(editor)).drafts.map(({ label, state }) => [label, state]);
    expect(await shown()).to.deep.equal([['Two', 'draft']]);
    await editor.api('PATCH', `documents/${dish}/${one}`, { set: { Name: 'One again' } });
    expect(await shown()).to.deep.equal([
      ['One again', 'changed'],
      ['Two', 'draft'],
    ]);
    await owner.api('PATCH', `documents/${dish}/${two}`, { set: { Name: 'Theirs now' } });
    expect(await shown()).to.deep.equal([['One again', 'changed']]);
    const french = await editor.api('PATCH', `documents/${dish}/${other}`, {
      set: { Name: 'Autre' },
      locale: 'fr',
    });
    if (french.status < 300) expect((await home(editor)).drafts[0]?.locale).to.equal('fr');
  });

  it('names what was seen before, but not what is gone', async () => {
    const [kept, gone] = [
      await create(owner, { Title: 'Kept' }, note),
      await create(owner, { Title: 'X' }, note),
    ];
    await owner.api('DELETE', `documents/${note}/${gone}`);
    const { seen } = await home(owner, `?seen=${note}/${gone},${note}/${kept},api::none.none/a/en`);
    expect(seen.map(({ label, documentId }) => [label, documentId])).to.deep.equal([['Kept', kept]]);
    for (const wrong of ['seen=a', 'seen=a/b/c/d', `seen=${'a/b,'.repeat(8)}a/b`, 'other=1'])
      expect((await owner.api('GET', `home?${wrong}`)).status, wrong).to.equal(400);
  });

  it('lists what has failed, then what is due', async () => {
    const id = await create(editor, { Name: 'Later' });
    const plan = (name: string, at: string) =>
      editor.api('POST', 'releases', {
        name,
        at,
        actions: [{ action: 'publish', type: dish, documentId: id }],
      });
    expect((await plan('second', '2126-01-02T00:00:00.000Z')).status).to.equal(201);
    expect((await plan('first', '2126-01-01T00:00:00.000Z')).status).to.equal(201);
    expect((await home(editor)).waiting.map(({ name }) => name)).to.deep.equal(['first', 'second']);
  });

  it('says what fails on the server to those who look after it', async () => {
    const { followers } = world.parts.store;
    await followers.add('mailer', 0);
    const claimed = valueOf(await followers.claim('mailer', 'another server', 600_000));
    if (claimed === null) throw new Error('nobody else works for it');
    const progress = { ...claimed, failures: 3, error: 'away', aside: [] };
    await followers.save(claimed, { ...progress, retryAt: '2030-01-01T00:00:00.000Z' }, 'another server');
    const given = {
      webhook: 'w',
      subject: 's',
      position: '1',
      event: 'entry.create',
      body: '{}',
      attempts: 9,
    };
    for (const [at, endedAt] of [new Date().toISOString(), '2020-01-01T00:00:00.000Z'].entries())
      valueOf(
        await world.parts.rowDocuments.create(systemPrincipal, {
          kind: 'create',
          type: 'plugin::webhooks.delivery',
          layer: 'published',
          data: { ...given, position: String(at), key: `key ${at}`, state: 'failed', endedAt },
          answer: { fields: ['documentId'] },
        }),
      );
    expect((await home(owner)).failures).to.deep.equal({
      followers: [{ name: 'mailer', error: 'away', aside: 0 }],
      deliveries: 1,
      jobs: [],
    });
    expect((await home(editor)).failures).to.deep.equal({ followers: [], deliveries: 0, jobs: [] });
  });

  it('names changes of many entries that could not go on, to who began them and to owners', async () => {
    const job = { action: 'set', all: true, most: 9, set: { Title: 'Same' } };
    const begun = await editor.api('POST', `documents/${note}/bulk-jobs`, job);
    const documentId = begun.body.data.documentId as string;
    const failed = async (endedAt: string) =>
      valueOf(
        await world.parts.rowDocuments.update(systemPrincipal, {
          kind: 'update',
          type: 'plugin::bulk.job',
          documentId,
          layer: 'published',
          data: { state: 'failed', endedAt, dueAt: null },
          answer: { fields: ['documentId'] },
        }),
      );
    await failed(new Date().toISOString());
    for (const browser of [editor, owner]) {
      const { jobs } = (await home(browser)).failures;
      expect(jobs.map((one) => [one.documentId, one.uid])).to.deep.equal([[documentId, note]]);
    }
    expect((await home(await world.signedIn('editor'))).failures.jobs).to.deep.equal([]);
    await failed('2020-01-01T00:00:00.000Z');
    expect((await home(editor)).failures.jobs).to.deep.equal([]);
  });

  it('shows nobody more than their grants', async () => {
    const role = { name: 'notes only', grants: [`${note}:find`] };
    valueOf(await world.parts.administration.createRole(systemPrincipal, role));
    const reader = await world.signedIn('notes only');
    const id = await create(owner, { Name: 'Hidden' });
    const shown = await home(reader, `?seen=${dish}/${id}`);
    expect(shown).to.deep.equal({
      drafts: [],
      waiting: [],
      failures: { followers: [], deliveries: 0, jobs: [] },
      seen: [],
      tokens: [],
      steps: [],
    });
    expect((await home(owner)).tokens.map(({ name }) => name)).to.deep.equal(['shop']);
    expect((await home(editor)).tokens).to.deep.equal([]);
  });
});
