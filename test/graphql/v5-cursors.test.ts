import { expect } from 'chai';
import { createGraphqlWorld, type GraphqlAnswer, type GraphqlWorld } from './graphql-world.js';

const all = 'page pageSize total pageCount startCursor endCursor hasPreviousPage hasNextPage';
const ofCursors = 'startCursor endCursor hasPreviousPage hasNextPage';

describe('pages by cursor in the flat format', () => {
  let world: GraphqlWorld;

  before(async () => {
    world = await createGraphqlWorld({ options: { responseFormat: 'v5' } });
    for (const Name of ['dal', 'ash', 'cod', 'bun', 'eel']) await world.create('chef', { Name });
    await world.create('dish', { Name: 'of a restaurant' });
  });

  const ask = (pagination: object, of = ofCursors, sort = 'Name'): Promise<GraphqlAnswer> =>
    world.ask(
      `query ($pagination: PaginationArg) {
        chefs_connection(sort: "${sort}", pagination: $pagination) { nodes { Name } pageInfo { ${of} } } }`,
      { pagination },
    );
  const page = async (pagination: object, of = ofCursors) => {
    const { body, text } = await ask(pagination, of);
    expect(body.errors, text).to.equal(undefined);
    const { nodes, pageInfo } = body.data.chefs_connection;
    return { names: nodes.map(({ Name }: { Name: string }) => Name), ...pageInfo };
  };

  it('go forward from the first page, which also has numbers', async () => {
    const first = await page({ pageSize: 2 }, all);
    expect(first).to.deep.include({ names: ['ash', 'bun'], page: 1, pageSize: 2, total: 5, pageCount: 3 });
    expect(first).to.deep.include({ hasPreviousPage: false, hasNextPage: true });
    expect(await page({ page: 1, pageSize: 2 }, all)).to.deep.equal(first);
    const second = await page({ pageSize: 2, after: first.endCursor }, `${ofCursors} pageSize`);
    expect(second).to.deep.include({
      names: ['cod', 'dal'],
      pageSize: 2,
      hasPreviousPage: true,
      hasNextPage: true,
    });
    const last = await page({ pageSize: 2, after: second.endCursor });
    expect(last).to.deep.include({ names: ['eel'], hasPreviousPage: true, hasNextPage: false });
  });

  it('go back from the end', async () => {
    const last = await page({ pageSize: 2, before: '' }, `${ofCursors} total`);
    expect(last).to.deep.include({
      names: ['dal', 'eel'],
      total: 5,
      hasPreviousPage: true,
      hasNextPage: false,
    });
    const before = await page({ pageSize: 2, before: last.startCursor });
    expect(before).to.deep.include({ names: ['bun', 'cod'], hasPreviousPage: true, hasNextPage: true });
  });

  it('also narrow the list without its page', async () => {
    const { endCursor } = await page({ pageSize: 3 });
    const { body } = await world.ask(
      `{ chefs(sort: "Name", pagination: { after: "${endCursor}" }) { Name } }`,
    );
    expect(body.data.chefs).to.deep.equal([{ Name: 'dal' }, { Name: 'eel' }]);
  });

  it('have no cursors by number', async () => {
    const nothing = { startCursor: null, endCursor: null, hasPreviousPage: null, hasNextPage: null };
    const names = ['cod', 'dal'];
    expect(await page({ page: 2, pageSize: 2 }, all)).to.deep.equal({
      names,
      ...nothing,
      page: 2,
      pageSize: 2,
      total: 5,
      pageCount: 3,
    });
    expect(await page({ start: 2, limit: 2 })).to.deep.equal({ names, ...nothing });
  });

  it('are refused with another list, numbers after the first page, pages and offsets, and at relations', async () => {
    const { endCursor: after } = await page({ pageSize: 2 });
    const messages: unknown[] = [];
    for (const answer of [
      await ask({ after: 'x' }),
      await ask({ after }, ofCursors, 'Name:desc'),
      await ask({ after }, 'total'),
      await ask({ after }, 'page'),
      await ask({ before: '' }, 'page'),
      await ask({ after, page: 2 }),
      await ask({ after, limit: 2 }),
      await ask({ after, before: after }),
      await ask({}, ofCursors, 'restaurants.Name'),
      await world.ask('{ restaurants { dishes(pagination: { after: "" }) { Name } } }'),
    ])
      messages.push(answer.body.errors?.[0]?.message);
    const numbers = /^page, total and pageCount are known of the first page by cursor only/;
    for (const [at, expected] of [
      /no cursor of this list/,
      /no cursor of this list/,
      numbers,
      numbers,
      numbers,
      /^A cursor takes pagination\[pageSize\] beside it/,
      /^A cursor takes pagination\[pageSize\] beside it/,
      /either after or before/,
      /has no cursors/,
      /Invalid key after/,
    ].entries())
      expect(messages[at], String(at)).to.match(expected);
    expect(world.errors).to.deep.equal([]);
  });

  it('are not in the format of Strapi 4', async () => {
    const query = '{ chefs(pagination: { after: "" }) { data { id } meta { pagination { endCursor } } } }';
    const { body, status } = await world.ask(query, undefined, 'full', 'v4');
    expect(status).to.equal(400);
    expect(body.errors).to.have.length(2);
  });
});
