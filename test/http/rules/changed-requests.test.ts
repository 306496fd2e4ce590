import { expect } from 'chai';
import { createRulesWorld, namesIn, ruled, type Context, type RulesWorld } from './rules-world.js';

describe('requests that policies change', () => {
  let world: RulesWorld;

  before(async () => (world = await createRulesWorld()));
  beforeEach(() => world.logged.splice(0));

  it('run with the query that the policies have changed', async () => {
    const narrow = (filters: unknown) =>
      world.findWith({ policies: [(context: Context) => void (context.query.filters = filters)] });
    const ask = async (filters: unknown) =>
      namesIn((await narrow(filters).send('get', 'restaurants?sort=id').expect(200)).body);
    expect(await ask({ Rating: { $gt: 3 } })).to.deep.equal(['Bistro']);
    expect(await ask({ $or: [{ Name: 'Diner' }, { Name: { $eq: 'A&b=c' } }] })).to.deep.equal(['Diner']);
    expect((await narrow({ Name: { $in: [] } }).send('get', 'restaurants')).body.data ?? []).to.deep.equal(
      [],
    );
    const { send } = world.findWith({
      policies: [
        (context: Context) => void (context.request.query = { fields: ['Name'], filters: { Rating: 4 } }),
      ],
    });
    expect(Object.keys((await send('get', 'restaurants').expect(200)).body.data[0])).to.deep.equal([
      'id',
      'documentId',
      'Name',
    ]);
  });

  it('can be narrowed by policies', async () => {
    const { send } = world.findWith({
      policies: [
        ({ query }: Context) => void (query.filters = { $and: [query.filters ?? {}, { Rating: 4 }] }),
      ],
    });
    for (const [text, names] of [
      ['sort=id', ['Bistro']],
      ['filters[Name]=Bistro', ['Bistro']],
      ['filters[Name]=Diner', []],
      ['filters[$or][0][Name]=Diner&filters[$or][1][Rating]=4', ['Bistro']],
      ['filters[$or][0][Rating]=3', []],
    ] as const)
      expect(namesIn((await send('get', `restaurants?${text}`).expect(200)).body), text).to.deep.equal(names);
  });

  it('cannot bypass the filters of policies', async () => {
    const { send } = world.findWith({
      policies: [({ query }: Context) => void (query.filters = { Name: 'Bistro' })],
    });
    for (const key of [
      '[filters[$or][0][Name]]',
      '[filters[$or]0]',
      '[[filters][$or]]',
      '[filters[]]',
      '[[filters]]',
      'x]filters[Name]',
      '[]filters[$or]',
      'filters[Name',
    ])
      for (const text of [
        `${key}=Diner`,
        `${encodeURIComponent(key)}=Diner`,
        `${key}[$eq]=Diner`,
        `a[${key}]=Diner`,
      ]) {
        const { status, body } = await send('get', `restaurants?${text}`);
        expect(status === 400 ? ['Bistro'] : namesIn(body), text).to.deep.equal(['Bistro']);
      }
    expect(world.logged).to.deep.equal([]);
  });

  it('write the body that the policies have changed, in any format', async () => {
    const { send } = world.serving([
      ruled('create', {
        policies: [
          ({ request }: Context) => void (request.body.data.Name += '!'),
          ({ request }: Context) => void (request.body = { data: { ...request.body.data, Rating: 5 } }),
        ],
      }),
    ]);
    for (const [type, body] of [
      ['json', { data: { Name: 'New', Rating: 1 } }],
      ['form', 'data[Name]=New&data[Rating]=1'],
    ] as const) {
      const created = await send('post', 'restaurants').type(type).send(body).expect(201);
      expect(created.body.data).to.include({ Name: 'New!', Rating: 5 });
      await send('delete', `restaurants/${created.body.data.documentId}`).expect(204);
    }
    await send('post', 'restaurants').type('json').send('{').expect(400);
  });
});
