import { expect } from 'chai';
import { config, diner, list, people, served } from './menu-schema.js';

const forbidden = {
  code: 'FORBIDDEN',
  error: { name: 'ForbiddenError', message: 'Forbidden access', details: {} },
};

describe('auth of a resolver', () => {
  it('false lets everybody through, and through the one policy too', async () => {
    const { ask } = await served([config('Query.restaurants', { auth: false })]);
    expect(await ask(list, people.public)).to.deep.equal({ data: diner, errors: [] });
  });

  it('scope lets through who holds every permission of it', async () => {
    const scope = ['api::restaurant.restaurant.findOne'];
    const one = await served([config('Query.restaurants', { auth: { scope } })]);
    expect((await one.ask(list, people.guest)).data, 'also where it is another than the own').to.deep.equal(
      diner,
    );
    expect(await one.refused(list)).to.deep.include({
      message: 'Forbidden access',
      path: ['restaurants'],
      extensions: forbidden,
    });
    const both = [...scope, 'api::restaurant.restaurant.find'];
    const two = await served([config('Query.restaurants', { auth: { scope: both } })]);
    expect((await two.ask(list, people.guest)).errors).to.deep.equal(['Forbidden access']);
    expect((await two.ask(list, people.reader)).data).to.deep.equal(diner);
  });

  it('guards fields below the root too', async () => {
    const { ask } = await served([
      config('Restaurant.name', { auth: { scope: 'api::restaurant.restaurant.create' } }),
    ]);
    expect(await ask('{ restaurants { kind name } }', people.reader)).to.deep.equal({
      data: { restaurants: [{ kind: 'diner', name: null }] },
      errors: ['Forbidden access'],
    });
    expect((await ask(list)).data).to.deep.equal(diner);
  });

  it('is asked of a generated root field whose resolver an extension replaces', async () => {
    const { ask } = await served([
      { resolvers: { Query: { restaurants: () => [{ name: 'Mine' }], me: () => 'you' } } },
    ]);
    expect((await ask(list, people.public)).errors).to.deep.equal(['Forbidden access']);
    expect((await ask(list, people.reader)).data).to.deep.equal({ restaurants: [{ name: 'Mine' }] });
    expect((await ask('{ me }', people.public)).data).to.deep.equal({ me: 'you' });
  });

  it('keeps a root field that an extension adds to those who are signed in, unless it says otherwise', async () => {
    const added = { typeDefs: 'extend type Query { added: Int }', resolvers: { Query: { added: () => 1 } } };
    const { ask } = await served([added]);
    for (const somebody of [people.public, people.reader])
      expect((await ask('{ added }', somebody)).errors).to.deep.equal(['Forbidden access']);
    for (const somebody of [people.guest, people.full])
      expect((await ask('{ added }', somebody)).data).to.deep.equal({ added: 1 });
    const open = await served([added, config('Query.added', { auth: false })]);
    expect((await open.ask('{ added }', people.public)).data).to.deep.equal({ added: 1 });
  });
});
