import { expect } from 'chai';
import { createWriter, type Data, type Writer } from './writer.js';

interface Wrong {
  readonly message: string;
  readonly name?: string;
  readonly details?: unknown;
}

const listed = (path: readonly string[], message: string, value: unknown): Wrong => ({
  message,
  name: 'ValidationError',
  details: { errors: [{ path, message, name: 'ValidationError', value }] },
});
const invalidKey = (key: string, details: Data, at = ''): Wrong => ({
  message: `Invalid key ${key}${at}`,
  details: { key, ...details, source: 'body' },
});
const notNumber = (value: string, sent: unknown) =>
  listed(
    ['Rating'],
    `Rating must be a \`number\` type, but the final value was: \`NaN\` (cast from the value \`${value}\`).`,
    sent,
  ).message;
const long = 'x'.repeat(61);

describe('validation over HTTP', () => {
  let writer: Writer;

  beforeEach(() => {
    writer = createWriter();
  });

  const cases: readonly (readonly [Data, Wrong])[] = [
    [{ Name: long }, listed(['Name'], 'Name must be at most 60 characters', long)],
    [
      { Name: null },
      listed(['Name'], 'Name must be a `string` type, but the final value was: `null`.', null),
    ],
    [{}, { message: 'Name must be defined.' }],
    [{ Name: 'x', Rating: 6 }, listed(['Rating'], 'Rating must be less than or equal to 5', 6)],
    [{ Name: 'x', Rating: -1 }, listed(['Rating'], 'Rating must be greater than or equal to 0', -1)],
    [{ Name: 'x', Rating: 2.5 }, { message: 'Rating must be an integer' }],
    [{ Name: 'x', Rating: 'abc' }, { message: notNumber('"abc"', 'abc') }],
    [{ Name: 'x', Rating: true }, { message: notNumber('true', null) }],
    [
      { Name: 'x', Kind: 'pub' },
      { message: 'Kind must be one of the following values: bistro, diner, gastro' },
    ],
    [{ Name: 'x', Email: 'nope' }, { message: 'Email must be a valid email' }],
    [{ Name: 'x', Email: '' }, { message: 'Email cannot be empty' }],
    [{ Name: 'x', Big: 'abc' }, { message: 'Big must be a valid integer' }],
    [{ Name: 'x', Slug: 'a b' }, { message: 'Slug must match the following: "/^[A-Za-z0-9-_.~]*$/"' }],
    [
      { Name: 'x', Opened: '2024-02-30' },
      { message: 'Invalid date', details: {} },
    ],
    [
      { Name: 'x', Opened: 'soon' },
      { message: 'Invalid format, expected yyyy-MM-dd', details: {} },
    ],
    [
      { Name: 'x', OpensAt: '10:15' },
      { message: 'Invalid time format, expected HH:mm:ss.SSS', details: {} },
    ],
    [
      { Name: 'x', LastInspection: 'soon' },
      { message: 'Invalid format, expected a timestamp or an ISO date', details: {} },
    ],
    [{ Name: 'x', Nope: 1 }, invalidKey('Nope', { path: null })],
    [{ Name: 'x', id: 1 }, invalidKey('id', {})],
    [{ Name: 'x', documentId: 'x' }, invalidKey('documentId', {})],
    [{ Name: 'x', createdAt: '2001-01-01' }, invalidKey('createdAt', { path: 'createdAt' })],
    [{ Name: 'x', seo: { metaTitle: 't', nope: 1 } }, invalidKey('nope', { path: 'seo' }, ' at seo')],
    [
      { Name: 'x', seo: { __component: 'shared.seo', metaTitle: 't' } },
      invalidKey('__component', { path: 'seo' }, ' at seo'),
    ],
    [
      { Name: 'x', sections: [{ __component: 'sections.quote', zip: 'q' }] },
      invalidKey('zip', { path: 'sections' }, ' at sections'),
    ],
    [
      { Name: 'x', Openings: [null] },
      listed(
        ['Openings', '0'],
        'Openings[0] must be a `object` type, but the final value was: `null`.',
        null,
      ),
    ],
    [{ Name: 'x', categories: true }, { message: 'Invalid relations' }],
  ];
  for (const [data, wrong] of cases)
    it(`${JSON.stringify(data).slice(0, 70)} is refused`, async () => {
      const { error } = await writer.post('restaurants', data);
      expect(error).to.deep.include({ status: 400, name: 'ValidationError', ...wrong });
      expect((await writer.world.full('get', '/api/restaurants')).body.data).to.deep.equal([]);
    });

  it('several faults are reported together, with their number', async () => {
    const { error } = await writer.post('restaurants', { Rating: 9, Name: long });
    expect(error.message).to.equal('2 errors occurred');
    expect(error.details.errors).to.have.lengthOf(2);
  });

  it('a taken unique value is refused', async () => {
    await writer.world.create('chef', { Name: 'Ann', Nick: 'ann' });
    const { error } = await writer.post('chefs', { Name: 'Other', Nick: 'ann' });
    expect(error).to.deep.include(listed(['Nick'], 'This attribute must be unique', 'ann'));
  });

  it('blocks with unknown nodes are refused, and the block is named', async () => {
    const block = { type: 'paragraph', children: [{ type: 'marquee', text: 'x' }] };
    const rule = 'has a node of the type "marquee" where one of these is expected: text, link';
    const { error } = await writer.post('restaurants', { Name: 'x', Blocks: [block] });
    expect(error).to.deep.include(listed(['Blocks', '0'], `Blocks[0] ${rule}`, block));
    const Blocks = [{ type: 'paragraph', children: [{ type: 'text', text: 'x', bold: true }] }];
    const { data } = await writer.post('restaurants', { Name: 'x', Blocks });
    expect(data).to.deep.include({ Blocks });
  });

  it('a number is refused as a date and accepted as a datetime', async () => {
    const { error } = await writer.post('restaurants', { Name: 'x', Opened: 1704067200000 });
    expect(error).to.include({ status: 400, message: 'Invalid format, expected yyyy-MM-dd' });
    const { data } = await writer.post('restaurants', { Name: 'x', LastInspection: 1704067200000 });
    expect(data).to.include({ LastInspection: '2024-01-01T00:00:00.000Z' });
  });

  it('a regex that makes backtracking engines hang takes linear time', async () => {
    const Knot = `${'a'.repeat(100_000)}!`;
    const { error } = await writer.post('labels', { Name: 'x', Knot });
    expect(error.message).to.equal('Knot must match the following: "/^(a+)+$/"');
    const { data } = await writer.post('labels', { Name: 'x', Knot: Knot.slice(0, -1) });
    expect(data.Knot).to.have.lengthOf(100_000);
  });

  it('values are cast to their types', async () => {
    const { data } = await writer.post('restaurants', {
      Name: 'x',
      Rating: '3',
      Active: 1,
      Price: 10.005,
      Big: 7,
      OpensAt: '10:15:00.500',
      LastInspection: '2024-01-02T03:04:05',
      Blocks: { type: 'paragraph' },
    });
    expect(data).to.deep.include({ Rating: 3, Active: true, Big: '7', OpensAt: '10:15:00.500' });
    expect(data).to.deep.include({ LastInspection: '2024-01-02T03:04:05.000Z', Blocks: null });
  });
});
