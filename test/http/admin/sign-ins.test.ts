import { expect } from 'chai';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/results.js';
import { dish, openAdmin, password, type AdminWorld, type Browser } from './admin-world.js';

const area = 'plugin::admin.administrator';

describe('sign-ins and the trail of administrators', () => {
  let world: AdminWorld;
  let owner: Browser;

  before(async () => {
    world = await openAdmin({ SIGN_IN_ATTEMPTS: '1000', RATE_LIMIT: 'false' });
    owner = await world.signedIn('owner');
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const idOf = async (browser: Browser): Promise<string> =>
    (await browser.api('GET', 'start')).body.data.administrator.documentId as string;

  it('of others are listed and ended one by one by whoever may change them', async () => {
    const editor = await world.signedIn('editor');
    const { email } = (await editor.api('GET', 'profile')).body.data as { email: string };
    const elsewhere = world.browser();
    await elsewhere.api('POST', 'sign-in', { email, password }, { 'User-Agent': 'Firefox on Linux' });
    const path = `administrators/${await idOf(editor)}/sessions`;
    const listed = (await owner.api('GET', path)).body.data as {
      id: string;
      agent: string;
      origin: string;
    }[];
    expect(listed).to.have.length(2);
    expect(listed[0]).to.include({ agent: 'Firefox on Linux', isCurrent: false });
    expect(listed[0]?.origin).to.contain('127.0.0.1');
    expect((await owner.api('DELETE', `${path}/${listed[0]?.id}`)).status).to.equal(204);
    expect((await elsewhere.api('GET', 'start')).status).to.equal(401);
    expect((await editor.api('GET', 'start')).status).to.equal(200);
    const ended = (await world.trail()).find(({ action }) => action === 'logout');
    expect(ended).to.include({ subject: email, type: area });
  });

  it('are ended by no id of another person, nor by those who may do less', async () => {
    const editor = await world.signedIn('editor');
    const mine = (await owner.api('GET', 'sessions')).body.data as { id: string }[];
    const theirs = `administrators/${await idOf(editor)}/sessions`;
    expect((await owner.api('DELETE', `${theirs}/${mine[0]?.id}`)).status).to.equal(204);
    expect((await owner.api('GET', 'start')).status).to.equal(200);
    const clerk = { name: 'clerk', grants: [`${area}:find,update`] };
    valueOf(await world.parts.administration.createRole(systemPrincipal, clerk));
    const by = await world.signedIn('clerk');
    for (const path of [`administrators/${await idOf(owner)}/sessions`, theirs]) {
      expect((await by.api('GET', path)).status, path).to.equal(403);
      expect((await by.api('DELETE', `${path}/${mine[0]?.id}`)).status, path).to.equal(403);
    }
    expect((await editor.api('GET', theirs)).status).to.equal(403);
    expect((await owner.api('GET', 'administrators/none/sessions')).status).to.equal(404);
  });

  it('leave the server as a file of the trail, page by page, without formulas', async () => {
    const name = '=HYPERLINK("x")';
    const role = { name, grants: [`${dish}:find`] };
    expect((await owner.api('POST', 'administrator-roles', role)).status).to.equal(201);
    expect(
      (
        await owner.api('PATCH', `administrator-roles/${encodeURIComponent(name)}`, {
          needsSecondFactor: true,
        })
      ).status,
    ).to.equal(204);
    const many = Array.from({ length: 1100 }, (_, at) => at);
    for (const at of many)
      await world.parts.audit?.record(systemPrincipal, { action: 'login', subject: `person ${at}` });
    const csv = await owner.api('GET', 'trail/export?format=csv');
    expect(csv.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).to.equal('attachment; filename="audit-trail.csv"');
    const lines = String(csv.body).trim().split('\r\n');
    expect(lines[0]).to.contain('at,kind,who');
    expect(lines.length).to.be.greaterThan(1101);
    expect(csv.body).to.contain(`"'=HYPERLINK(""x"")"`);
    const all = await owner.api('GET', 'trail/export?format=jsonl&action=login');
    const entries = String(all.body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { subject: string });
    const people = entries.map(({ subject }) => subject).filter((subject) => subject.startsWith('person '));
    expect(people).to.deep.equal(many.map((at) => `person ${at}`).reverse());
    const taken = (await world.trail()).filter(({ action }) => action === 'export');
    expect(taken.map(({ subject }) => subject)).to.deep.equal(['audit trail: jsonl', 'audit trail: csv']);
  });

  it('are no file in another form, or for those without the grant', async () => {
    for (const query of ['', '?format=xml', '?format=csv&since=x', '?format=csv&limit=3'])
      expect((await owner.api('GET', `trail/export${query}`)).status, query).to.equal(400);
    const editor = await world.signedIn('editor');
    expect((await editor.api('GET', 'trail/export?format=csv')).status).to.equal(403);
  });
});
