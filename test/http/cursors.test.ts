import { expect } from 'chai';
import { createWriter, namesOf, type Writer } from './writer.js';

describe('pages by cursor', () => {
  let writer: Writer;

  before(async () => {
    writer = createWriter();
    for (const [at, Name] of ['d', 'a', 'c', 'b', 'e'].entries())
      await writer.post('places', { Name, Rating: at % 2 });
  });

  const ask = (query: string) => writer.world.full('get', `/api/places?${query}`);
  const page = async (query: string) => {
    const { body, status } = await ask(query);
    expect(status, JSON.stringify(body)).to.equal(200);
    return { names: namesOf(body.data), ...body.meta.pagination };
  };

  it('go forward from the beginning, and back from the end', async () => {
    const first = await page('sort=Name&pagination[after]=&pagination[pageSize]=2');
    expect(first).to.deep.include({
      names: ['a', 'b'],
      pageSize: 2,
      hasPreviousPage: false,
      hasNextPage: true,
    });
    expect(first).to.not.have.any.keys('total', 'page', 'pageCount');
    const second = await page(`sort=Name&pagination[pageSize]=2&pagination[after]=${first.endCursor}`);
    expect(second).to.deep.include({ names: ['c', 'd'], hasPreviousPage: true, hasNextPage: true });
    const back = await page(`sort=Name&pagination[pageSize]=2&pagination[before]=${second.startCursor}`);
    expect(back).to.deep.include({ names: ['a', 'b'], hasPreviousPage: false, hasNextPage: true });
    const last = await page('sort=Name&pagination[before]=&pagination[pageSize]=2');
    expect(last).to.deep.include({ names: ['d', 'e'], hasPreviousPage: true, hasNextPage: false });
  });

  it('keep what a list shows, and count when they are asked to', async () => {
    const query =
      'sort=Rating:desc&fields=Name&filters[Name][$ne]=a&pagination[pageSize]=3&pagination[withCount]=true';
    const { body } = await ask(`${query}&pagination[after]=`);
    expect(body.meta.pagination.total).to.equal(4);
    expect(Object.keys(body.data[0]).sort()).to.deep.equal(['Name', 'documentId', 'id']);
  });

  it('end in an empty page without cursors', async () => {
    const none = await page('filters[Name]=zz&pagination[after]=');
    expect(none).to.deep.include({ names: [], startCursor: null, endCursor: null, hasNextPage: false });
  });

  it('are refused with a cursor that is of another list, changed, or no cursor', async () => {
    const { endCursor } = await page('sort=Name&pagination[after]=&pagination[pageSize]=2');
    const changed = `${endCursor.slice(0, -2)}${endCursor.endsWith('A') ? 'BB' : 'AA'}`;
    const bytes = Buffer.from(endCursor, 'base64url');
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const respelt = [`${endCursor}A`, ...Array.from(letters, (last) => endCursor.slice(0, -1) + last)].filter(
      (other) => other !== endCursor && Buffer.from(other, 'base64url').equals(bytes),
    );
    expect(respelt).to.not.deep.equal([]);
    for (const [query, at] of [
      ...respelt.map((other) => ['sort=Name', other] as const),
      ['sort=Name:desc', endCursor],
      ['sort=Name&filters[Rating]=1', endCursor],
      ['sort=Name', changed],
      ['sort=Name', 'x'],
      ['sort=Name', '"}'.repeat(20)],
    ] as const) {
      const { status, body } = await ask(`${query}&pagination[after]=${encodeURIComponent(at)}`);
      expect(status, at).to.equal(400);
      expect(body.error.message).to.match(/parameter after\. It is no cursor of this list/);
    }
  });

  it('are refused beside pages and offsets, and with both directions', async () => {
    for (const other of ['page]=2', 'start]=2', 'limit]=2', 'before]=']) {
      const { status } = await ask(`pagination[after]=&pagination[${other}`);
      expect(status, other).to.equal(400);
    }
    expect((await ask('pagination[after][x]=1')).status).to.equal(400);
  });
});
