import { expect } from 'chai';
import { createRulesWorld, namesIn, restaurant, ruled, type RulesWorld } from './rules-world.js';

describe('auth of a route', () => {
  let world: RulesWorld;

  before(async () => (world = await createRulesWorld()));
  beforeEach(() => world.logged.splice(0));

  it('as false, opens this route to everybody, and no other', async () => {
    const { send } = world.findWith({ auth: false });
    expect(namesIn((await send('get', 'restaurants?sort=id', 'nobody').expect(200)).body)).to.deep.equal([
      'Diner',
      'Bistro',
    ]);
    await send('get', `restaurants/${world.documentId}`, 'nobody').expect(403);
    await send('post', 'restaurants', 'nobody')
      .send({ data: { Name: 'x' } })
      .expect(403);
    const { body } = await send('get', 'restaurants?populate=dishes', 'nobody').expect(200);
    expect(body.data[0], 'what may not be found is not shown').to.not.have.property('dishes');
  });

  it('as false, also applies to writes and tokens', async () => {
    const { send } = world.serving([ruled('create', { auth: false })]);
    for (const who of ['nobody', 'read'])
      expect((await send('post', 'dishes', who).send({ data: { Name: 'x' } })).status).to.equal(403);
    const { body } = await send('post', 'restaurants', 'read')
      .send({ data: { Name: 'Open' } })
      .expect(201);
    await send('delete', `restaurants/${body.data.documentId}`).expect(204);
  });

  it('as scope, requires other permissions', async () => {
    const { send } = world.findWith({ auth: { scope: [`${restaurant}.findOne`] } });
    await send('get', 'restaurants', 'guest').expect(200);
    await send('get', 'restaurants', 'nobody').expect(403);
  });
});
