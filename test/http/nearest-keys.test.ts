import { expect } from 'chai';
import { createGraphqlWorld } from '../graphql/graphql-world.js';
import { createWorld, type World } from './fixture.js';

describe('the nearest known key', () => {
  let world: World;

  before(() => (world = createWorld()));

  it('is in the details of a refused query', async () => {
    for (const [query, key, nearest] of [
      ['filters[Nmae]=x', 'Nmae', 'Name'],
      ['sort=Ratng', 'Ratng', 'Rating'],
      ['fields=Raiting', 'Raiting', 'Rating'],
      ['populate=dihses', 'dihses', 'dishes'],
      ['filters[dishes][Cots]=1', 'Cots', 'Cost'],
    ] as const) {
      const { status, body } = await world.full('get', `/api/restaurants?${query}`);
      expect([status, body.error.details.nearest], query).to.deep.equal([400, [nearest]]);
      expect(body.error.message).to.match(new RegExp(`^Invalid key ${key}`));
    }
  });

  it('is in the details of a refused body', async () => {
    const { status, body } = await world.full('post', '/api/restaurants').send({ data: { Nmae: 'x' } });
    expect([status, body.error.message, body.error.details]).to.deep.equal([
      400,
      'Invalid key Nmae',
      { key: 'Nmae', path: null, source: 'body', nearest: ['Name'] },
    ]);
    const nested = await world.full('post', '/api/restaurants').send({ data: { seo: { metaTitel: 'x' } } });
    expect(nested.body.error.details.nearest).to.deep.equal(['metaTitle']);
  });

  it('is absent if no key is similar', async () => {
    const { body } = await world.full('get', '/api/restaurants?filters[Zebra]=x');
    expect(body.error.details).to.not.have.property('nearest');
  });

  it('is never one that the principal cannot read', async () => {
    // The public may not find chefs, and nobody may read secrets.
    for (const path of ['filters[onwer][Name]=x', 'populate=owner2', 'filters[Secert]=x', 'sort=Secrets']) {
      const { status, body } = await world.anybody('get', `/api/restaurants?${path}`);
      if (status === 400) expect(body.error.details, path).to.not.have.property('nearest');
      else expect(status, path).to.equal(400);
    }
    const { body } = await world.full('post', '/api/restaurants').send({ data: { Secert: 'x' } });
    expect(body.error.details).to.not.have.property('nearest');
  });

  it('is in errors of GraphQL too', async () => {
    const { ask } = await createGraphqlWorld();
    const { body } = await ask('{ restaurants(sort: "Nmae") { data { id } } }');
    expect(body.errors?.[0]?.extensions.error.details.nearest).to.deep.equal(['Name']);
  });
});
