import { expect } from 'chai';
import { BSONRegExp } from 'mongodb';
import { createWorld, fixtureSchema, type World } from '../../http/fixture.js';
import { hostileBodies, hostilePlaces, hostileQueries, type Victims } from '../../http/hostile-requests.js';
import { hostileTexts } from '../../http/hostile-words.js';
import { plantVictims, sendHostile } from '../../http/hostile-world.js';
import { useProxiedStore } from './proxied-store.js';

describe('the commands that reach MongoDB', () => {
  const { store, commands } = useProxiedStore(fixtureSchema());
  let world: World;
  let victims: Victims;

  before(async () => {
    world = createWorld({}, (documents) => documents, store().documents);
    victims = await plantVictims(world);
  });
  beforeEach(() => void commands().splice(0));

  it('are none if a query is refused', async () => {
    for (const request of hostileQueries) await sendHostile(world, request);
    expect(commands()).to.deep.equal([]);
  });

  it('have the same keys for hostile texts as for harmless ones, and only literal patterns', async () => {
    for (const text of ['one', 'two']) await askFor(text);
    const harmless = keysOf(commands());
    commands().splice(0);
    for (const text of hostileTexts) await askFor(text);
    expect([...keysOf(commands())].filter((key) => !harmless.has(key))).to.deep.equal([]);
    const patterns = patternsOf(commands());
    for (const pattern of patterns) expect(pattern).to.match(literal);
    const texts = patterns.map((pattern) => pattern.replace(/^\^|\\z$/g, '').replace(/\\(.)/g, '$1'));
    expect(new Set(texts)).to.deep.equal(new Set(hostileTexts));
  });

  it('have no other keys for hostile bodies and addresses than for harmless ones', async () => {
    await plantVictims(world);
    const first = { documentId: victims.restaurant, position: { start: true } };
    const data = { Name: 'x', neighbours: { connect: [first], disconnect: ['no'] } };
    await world.full('put', `/api/restaurants/${victims.restaurant}`).send({ data });
    for (const path of ['restaurants/no', 'places/no', 'chefs/no']) {
      await world.full('get', `/api/${path}`);
      await world.full('delete', `/api/${path}`);
      await world.full('put', `/api/${path}`).send({ data: { Name: 'x' } });
    }
    await world.full('post', '/api/places/no/actions/publish');
    const harmless = keysOf(commands());
    commands().splice(0);
    for (const request of [...hostileBodies(victims), ...hostilePlaces(victims)])
      await sendHostile(world, request);
    expect(commands()).to.have.length.above(100);
    expect([...keysOf(commands())].filter((key) => !harmless.has(key))).to.deep.equal([]);
  });

  async function askFor(text: string): Promise<void> {
    const value = encodeURIComponent(text);
    for (const operator of ['$eq', '$eqi', '$ne', '$contains', '$notContainsi', '$startsWith', '$endsWithi'])
      for (const field of ['[Name]', '[owner][Name]', '[seo][metaTitle]', '[documentId]'])
        await asks(`filters${field}[${operator}]=${value}&fields=Name`);
    await asks(`filters[$not][$or][0][Name][$in][0]=${value}&filters[$not][$or][1][Name][$gt]=${value}`);
    await asks(`populate[owner][filters][Name][$contains]=${value}&fields=Name`);
    await asks(`locale=${value}`, 'articles');
  }

  const asks = (query: string, plural = 'restaurants') =>
    sendHostile(world, { method: 'get', path: `${plural}?${query}`, status: 200 });
});

/** Every key at any depth, except those of the driver's own values. */
function keysOf(value: unknown, keys = new Set<string>()): ReadonlySet<string> {
  eachMember(value, (key) => keys.add(key));
  return keys;
}

function patternsOf(value: unknown): readonly string[] {
  const patterns: string[] = [];
  eachMember(value, (key, member) => {
    if (key === '$regex' || member instanceof BSONRegExp) patterns.push(patternOf(member));
  });
  return patterns;
}

const patternOf = (member: unknown): string =>
  member instanceof BSONRegExp ? member.pattern : String(member);

function eachMember(value: unknown, see: (key: string, member: unknown) => void): void {
  if (Array.isArray(value)) for (const item of value) eachMember(item, see);
  else if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    for (const [key, member] of Object.entries(value)) {
      see(key, member);
      eachMember(member, see);
    }
}

/** A pattern in which every special character is escaped, except its anchors. */
const literal = /^\^?(?:\\[^A-Za-z0-9]|[^\\^$.*+?()[\]{}|])+(?:\\z)?$/;
