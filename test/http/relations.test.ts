import { expect } from 'chai';
import { createWriter, namesOf, type Writer } from './writer.js';

const at = (documentId: string | undefined, position: unknown) => ({
  connect: [{ documentId, position }],
});

describe('relations over HTTP', () => {
  let writer: Writer;

  beforeEach(() => {
    writer = createWriter();
  });

  let id: string;
  let ids: readonly string[];

  beforeEach(async () => {
    id = await writer.world.create('restaurant', { Name: 'One' });
    const created: string[] = [];
    for (const Name of ['a', 'b', 'c', 'd']) created.push(await writer.world.create('category', { Name }));
    ids = created;
  });

  const change = async (categories: unknown): Promise<readonly string[]> => {
    const path = `restaurants/${id}?fields=Name&populate[categories][fields]=Name`;
    const { data, error } = await writer.put(path, { categories });
    expect(error).to.equal(undefined);
    return namesOf(data.categories);
  };

  it('are set by a bare list, by set and by one value, in the given order', async () => {
    expect(await change([ids[2], { documentId: ids[0] }])).to.deep.equal(['c', 'a']);
    expect(await change({ set: [ids[1], ids[1]] })).to.deep.equal(['b']);
    expect(await change(ids[3])).to.deep.equal(['d']);
    expect(await change([1, { id: 2 }])).to.deep.equal(['a', 'b']);
    expect(await change(null)).to.deep.equal([]);
  });

  it('are connected at positions, in the order of the items', async () => {
    await change([ids[0], ids[1]]);
    expect(await change({ connect: [ids[2]] })).to.deep.equal(['a', 'b', 'c']);
    expect(await change(at(ids[3], { start: true }))).to.deep.equal(['d', 'a', 'b', 'c']);
    expect(await change(at(ids[3], { after: ids[0] }))).to.deep.equal(['a', 'd', 'b', 'c']);
    expect(await change(at(ids[2], { before: ids[0] }))).to.deep.equal(['c', 'a', 'd', 'b']);
    expect(await change(at(ids[2], {}))).to.deep.equal(['a', 'd', 'b', 'c']);
    expect(await change({ connect: [ids[0]], disconnect: [ids[1], ids[2]] })).to.deep.equal(['d', 'a']);
  });

  it('stay as they are for null and empty operations', async () => {
    await change([ids[0]]);
    for (const nothing of [{}, { connect: null }, { set: null }])
      expect(await change(nothing)).to.deep.equal(['a']);
  });

  it('are written from the other side, and move where only one document may have them', async () => {
    const other = await writer.world.create('restaurant', { Name: 'Two' });
    const dish = await writer.world.create('dish', { Name: 'Soup', restaurant: id });
    await writer.put(`restaurants/${other}`, { dishes: { connect: [dish] } });
    const { body } = await writer.world.full('get', `/api/dishes/${dish}?populate[restaurant][fields]=Name`);
    expect(body.data.restaurant.Name).to.equal('Two');
    const { data } = await writer.put(`categories/${ids[0]}?populate=restaurants`, {
      restaurants: [id, other],
    });
    expect(namesOf(data.restaurants)).to.deep.equal(['One', 'Two']);
  });

  it('a to-one relation takes the last of several', async () => {
    const chefs = [
      await writer.world.create('chef', { Name: 'x' }),
      await writer.world.create('chef', { Name: 'y' }),
    ];
    const { data } = await writer.put(`restaurants/${id}?populate=owner`, { owner: chefs });
    expect(data.owner.Name).to.equal('y');
  });

  it('a refusal names what is wrong and rolls everything back', async () => {
    await change([ids[0]]);
    let details: unknown;
    const refused = async (categories: unknown): Promise<string> => {
      const { error } = await writer.put(`restaurants/${id}`, { Name: 'Changed', categories });
      expect(error.status).to.equal(400);
      details = error.details;
      return error.message as string;
    };
    expect(await refused(['nope'])).to.equal('Document with id "nope", locale "null" not found');
    expect(details).to.deep.equal({ target: 'nope', key: 'categories' });
    expect(await refused({ connect: [987_654] })).to.contain('987654');
    expect(details).to.deep.equal({ target: 987_654, key: 'categories' });
    expect(await refused({ connect: [{ documentId: ids[1], position: { before: ids[3] } }] })).to.contain(
      ids[3],
    );
    expect(await refused({ connect: [ids[1], ids[1]] })).to.be.a('string');
    const { body } = await writer.world.full('get', `/api/restaurants/${id}?populate=categories`);
    expect(body.data.Name).to.equal('One');
    expect(namesOf(body.data.categories)).to.deep.equal(['a']);
  });
});
