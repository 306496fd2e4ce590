import { expect } from 'chai';
import { dish, note, openAdmin, type AdminWorld, type Browser } from './admin-world.js';
import { until } from '../../until.js';

describe('deleted entries by the admin API', () => {
  let world: AdminWorld;
  let owner: Browser;

  before(async () => {
    world = await openAdmin();
    owner = await world.signedIn('owner');
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const made = async (Name: string): Promise<string> =>
    (await owner.api('POST', `documents/${dish}`, { set: { Name } })).body.data.documentId as string;
  const remove = async (id: string): Promise<void> => {
    expect((await owner.api('DELETE', `documents/${dish}/${id}`)).status).to.equal(204);
  };
  // Answers are read without types.
  /* oxlint-disable-next-line no-explicit-any */
  const deleted = async (page = ''): Promise<any> =>
    (await owner.api('GET', `documents/${dish}/deleted${page}`)).body.data;
  const labels = async (): Promise<readonly string[]> =>
    (await deleted()).entries.map(({ label }: { readonly label: string }) => label);

  it('are listed with who and when, restored, and then not listed', async () => {
    const [kept, gone] = [await made('Kept'), await made('Gone')];
    await remove(gone);
    await until(async () => (await labels()).includes('Gone'));
    const { entries, hasMore } = await deleted();
    expect(hasMore).to.equal(false);
    expect(entries).to.have.length(1);
    const [{ id, ...entry }] = entries;
    expect(entry).to.deep.include({ documentId: gone, label: 'Gone', locale: 'en' });
    expect(entry.by).to.deep.equal({ kind: 'administrator', name: 'person1@example.com' });
    expect(Date.parse(entry.at as string)).to.be.within(Date.now() - 60_000, Date.now());
    const restored = await owner.api('POST', `documents/${dish}/${gone}/history/${id}/restore`, {});
    expect(restored.status).to.equal(201);
    expect(restored.body.data).to.deep.include({ documentId: gone, label: 'Gone', state: 'draft' });
    await until(async () => (await labels()).length === 0);
    expect((await owner.api('GET', `documents/${dish}/${kept}`)).status).to.equal(200);
  });

  it('come in pages, the latest first', async () => {
    for (let index = 0; index < 27; index += 1) await remove(await made(`n${index}`));
    await until(async () => (await deleted('?page=2')).entries.length === 2);
    const first = await deleted();
    expect([first.entries.length, first.hasMore, first.entries[0].label]).to.deep.equal([25, true, 'n26']);
    const second = await deleted('?page=2');
    expect([second.hasMore, second.entries[1].label]).to.deep.equal([false, 'n0']);
    for (const page of ['0', 'x', '1.5', '-1', '1&page=2'])
      expect((await owner.api('GET', `documents/${dish}/deleted?page=${page}`)).status, page).to.equal(400);
  });

  it('are shown to nobody who could not read them whole', async () => {
    const role = async (name: string, grants: readonly unknown[]): Promise<Browser> => {
      expect((await owner.api('POST', 'administrator-roles', { name, grants })).status).to.equal(201);
      return world.signedIn(name);
    };
    const actions = ['find', 'findOne', 'findDrafts'];
    const readers = [
      await role('without history', [{ type: dish, actions }]),
      await role('history alone', [{ type: dish, actions: ['history'] }]),
      await role('filtered', [
        { type: dish, actions: ['history'] },
        { type: dish, actions, filters: { Name: { $eq: 'n1' } } },
      ]),
    ];
    for (const reader of readers)
      expect((await reader.api('GET', `documents/${dish}/deleted`)).status).to.equal(403);
    const narrow = await role('narrow', [
      { type: dish, actions: ['history'] },
      { type: dish, actions, fields: ['parts'] },
    ]);
    const { body } = await narrow.api('GET', `documents/${dish}/deleted`);
    const [{ label, documentId }] = body.data.entries;
    expect(label).to.equal(documentId);
    expect((await owner.api('GET', 'documents/api::no.no/deleted')).status).to.equal(404);
    expect((await owner.api('GET', `documents/${note}/deleted`)).body.data.entries).to.deep.equal([]);
  });
});
