import { expect } from 'chai';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/results.js';
import { openAdmin, dish, note, type AdminWorld, type Answered, type Browser } from './admin-world.js';

describe('entries of a list as a file', function () {
  let world: AdminWorld;
  let editor: Browser;
  const ids: string[] = [];

  before(async () => {
    world = await openAdmin();
    editor = await world.signedIn('editor');
    const made = async (uid: string, body: object): Promise<string> =>
      (await editor.api('POST', `documents/${uid}`, body)).body.data.documentId as string;
    const notes = [await made(note, { set: { Title: 'Hot' } }), await made(note, { set: { Title: '=1+1' } })];
    for (const Name of ['Soup, thick', '=HYPERLINK("http://x")', 'Bread'])
      ids.push(
        await made(dish, {
          set: { Name, Secret: 'hidden' },
          links: notes.map((documentId) => ({ kind: 'connect', attribute: 'notes', documentId })),
        }),
      );
    await editor.api('POST', `documents/${dish}/${ids[2]}/publish`, {});
  });
  after(() => world.stop());

  const take = (body: object, query = '', browser = editor): Promise<Answered> =>
    browser.api('POST', `documents/${dish}/export?sort=Name:asc${query}`, body);

  it('is CSV with the columns of the list, and guards against formulas', async () => {
    const { status, body, headers } = await take({ format: 'csv', columns: 'Name,notes,notes.Title' });
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).to.equal('attachment; filename="dishes.csv"');
    expect(headers.get('cache-control')).to.equal('no-store');
    expect((body as string).replace('\uFEFF', '').split('\r\n')).to.deep.equal([
      'documentId,locale,status,Name,notes,notes.Title',
      `${ids[1]},en,draft,"'=HYPERLINK(""http://x"")",Hot; '=1+1,Hot; '=1+1`,
      `${ids[2]},en,published,Bread,Hot; '=1+1,Hot; '=1+1`,
      `${ids[0]},en,draft,"Soup, thick",Hot; '=1+1,Hot; '=1+1`,
      '',
    ]);
  });

  it('is JSON with all that may be read, of what matches or of those that are named', async () => {
    const { body } = await take({ format: 'json' }, '&filters[Name][$eq]=Bread');
    expect(body).to.have.length(1);
    const [row] = body;
    expect(row).to.include({
      documentId: ids[2],
      locale: 'en',
      status: 'published',
      Name: 'Bread',
      main: null,
    });
    expect(row.notes.map(({ label }: { label: string }) => label)).to.deep.equal(['Hot', '=1+1']);
    expect(row).to.include.keys('createdAt', 'updatedAt', 'picture');
    expect(row).to.not.have.any.keys('Secret', 'id', 'parts');
    const named = await take({ format: 'json', columns: 'Name', ids: [ids[0], ids[2]] });
    expect(named.body.map(({ Name }: { Name: string }) => Name)).to.deep.equal(['Bread', 'Soup, thick']);
    expect((await take({ format: 'json', columns: 'Name' }, '&search=nothing')).body).to.deep.equal([]);
  });

  it('has all pages of a list, once each', async () => {
    const operations = Array.from({ length: 230 }, (_, at) => ({
      kind: 'create' as const,
      mutation: {
        kind: 'create' as const,
        type: dish,
        layer: 'draft' as const,
        data: { Name: `Many ${String(at).padStart(3, '0')}` },
        answer: { fields: ['documentId'] },
      },
    }));
    valueOf(await world.parts.bulk.run(systemPrincipal, operations, true));
    const { body } = await take({ format: 'json', columns: 'Name' }, '&filters[Name][$startsWith]=Many');
    const names = body.map(({ Name }: { Name: string }) => Name);
    expect(names).to.have.length(230);
    expect(names).to.deep.equal(names.toSorted());
  });

  it('is in the trail', async () => {
    const entry = (await world.trail()).find(
      ({ action, subject }) => action === 'export' && subject?.startsWith('csv'),
    );
    expect(entry).to.deep.include({
      type: dish,
      outcome: 'done',
      subject: 'csv: 3 entries',
      names: ['Name', 'notes', 'notes.Title'],
    });
  });

  it('has nothing that a role may not read', async () => {
    const grants = [
      { uid: dish, actions: ['find', 'findDrafts'], fields: ['main'], filters: { Name: { $eq: 'Bread' } } },
    ];
    valueOf(await world.parts.administration.createRole(systemPrincipal, { name: 'little', grants }));
    const little = await world.signedIn('little');
    const { body } = await little.api('POST', `documents/${dish}/export`, { format: 'json' });
    expect(body).to.have.length(1);
    expect(body[0]).to.not.have.any.keys('Name', 'notes');
    expect((await take({ format: 'csv', columns: 'Name' }, '', little)).status).to.equal(400);
    expect((await take({ format: 'csv', columns: 'main' }, '', little)).status).to.equal(400);
    valueOf(
      await world.parts.administration.createRole(systemPrincipal, {
        name: 'none',
        grants: [{ uid: note, actions: ['find'] }],
      }),
    );
    const none = await world.signedIn('none');
    expect((await none.api('POST', `documents/${dish}/export`, { format: 'csv' })).status).to.equal(403);
  });

  it('is refused for what it does not know, before anything is sent', async () => {
    for (const body of [
      {},
      { format: 'xlsx' },
      { format: 'csv', columns: 'Nope' },
      { format: 'csv', columns: 'Secret' },
      { format: 'csv', ids: [] },
      { format: 'csv', ids: Array.from({ length: 1001 }, () => 'a') },
    ])
      expect((await take(body)).status, JSON.stringify(body)).to.equal(400);
    expect((await take({ format: 'csv' }, '&filters[Nope]=1')).status).to.equal(400);
    expect((await take({ format: 'csv' }, '&pagination[page]=1')).status).to.equal(400);
    expect(
      (await editor.api('POST', 'documents/plugin::admin.token/export', { format: 'csv' })).status,
    ).to.equal(404);
  });
});
