import { expect } from 'chai';
import { dish, note, openAdmin, type AdminWorld, type Browser } from './admin-world.js';

describe('finding entries by their title', () => {
  let world: AdminWorld;
  let owner: Browser;

  before(async () => {
    world = await openAdmin();
    owner = await world.signedIn('owner');
    for (const Name of ['Miso soup', 'Soup', '50% soup'])
      await owner.api('POST', `documents/${dish}`, { set: { Name } });
    await owner.api('POST', `documents/${note}`, { set: { Title: 'soup notes' } });
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const found = async (browser: Browser, title: string): Promise<readonly string[]> =>
    (await browser.api('GET', `entries?title=${encodeURIComponent(title)}`)).body.data.map(
      ({ label }: { readonly label: string }) => label,
    );

  it('looks in all content-types, whatever the case, and has those first that begin with it', async () => {
    const labels = await found(owner, ' SOUP ');
    expect(labels.slice(0, 2)).to.have.members(['Soup', 'soup notes']);
    expect(labels.slice(2)).to.have.members(['Miso soup', '50% soup']);
    expect(await found(owner, '0% s')).to.deep.equal(['50% soup']);
    expect(await found(owner, '%')).to.deep.equal(['50% soup']);
  });

  it('finds what a role may read, by what it may read', async () => {
    const role = async (name: string, grants: readonly object[]): Promise<Browser> => {
      expect((await owner.api('POST', 'administrator-roles', { name, grants })).status).to.equal(201);
      return world.signedIn(name);
    };
    const actions = ['find', 'findOne', 'findDrafts'];
    const some = await role('some', [{ type: dish, actions, filters: { Name: { $eq: 'Soup' } } }]);
    expect(await found(some, 'soup')).to.deep.equal(['Soup']);
    const blind = await role('blind', [{ type: dish, actions, fields: ['parts'] }]);
    expect(await found(blind, 'soup')).to.deep.equal([]);
    expect(await found(await role('none', [{ type: note, actions: ['create'] }]), 'soup')).to.deep.equal([]);
  });

  it('leaves out a content-type that is too large to look through', async () => {
    const { statistics } = world.parts;
    const { current } = statistics;
    const measured = { ...current(), versions: new Map([[dish, 1e9]]) };
    Object.assign(statistics, { current: () => measured });
    try {
      expect(await found(owner, 'soup')).to.deep.equal(['soup notes']);
    } finally {
      Object.assign(statistics, { current });
    }
  });

  it('refuses no text, too long a one, and several', async () => {
    for (const query of [
      '',
      '?title=',
      '?title=%20',
      `?title=${'x'.repeat(101)}`,
      '?title=a&title=b',
      '?title[$eq]=a',
    ])
      expect((await owner.api('GET', `entries${query}`)).status, query).to.equal(400);
  });
});
