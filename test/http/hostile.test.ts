import { expect } from 'chai';
import { createWorld, type World } from './fixture.js';
import {
  hostileBodies,
  hostilePlaces,
  hostileQueries,
  type HostileRequest,
  type Victims,
} from './hostile-requests.js';
import { hostileNames, hostileObjects, hostileTexts } from './hostile-words.js';
import { catastrophicText, plantVictims, readEverything, sendHostile } from './hostile-world.js';

interface Refusal {
  readonly error: {
    readonly message: string;
    readonly details: { readonly key?: string; readonly path?: string | null };
  };
}

type Restaurants = readonly { readonly Name: string; readonly Description: string | null }[];

const told = ({ method, path, body, headers }: HostileRequest): string =>
  `${method} ${path} ${body ?? ''} ${JSON.stringify(headers ?? {})}`;

describe('hostile values in requests', function () {
  this.timeout(120_000);
  let world: World;
  let victims: Victims;
  let planted: unknown;

  before(async () => {
    world = createWorld();
    victims = await plantVictims(world);
    planted = await readEverything(world);
  });
  afterEach(async () => {
    expect(world.errors).to.deep.equal([]);
    expect(await readEverything(world)).to.deep.equal(planted);
    expect(({} as Record<string, unknown>)['taken']).to.equal(undefined);
  });

  it('are refused in queries, and the key is named', async () => {
    for (const request of hostileQueries) {
      const { status, body, text } = await sendHostile(world, request);
      expect(status, `${told(request)}: ${text}`).to.equal(400);
      const { error } = body as Refusal;
      const sent = decodeURIComponent(request.path);
      // For an operator that was misspelled, the path names its place.
      const named = [error.details.key, error.details.path].some(
        (key) => typeof key === 'string' && key.split(/[.[\]]+/).every((word) => sent.includes(word)),
      );
      expect(named, `${told(request)}: ${text}`).to.equal(true);
    }
  });

  it('are refused in bodies, and the key is named', async () => {
    for (const request of hostileBodies(victims)) {
      const { status, body, text } = await sendHostile(world, request);
      expect(status, `${told(request)}: ${text}`).to.equal(400);
      const error = JSON.stringify((body as Refusal).error);
      const named = request.names?.some((name) => error.includes(name));
      expect(named, `${told(request)}: ${text}`).to.equal(true);
    }
  });

  it('find nothing as document ids, and give no access as headers', async () => {
    for (const request of hostilePlaces(victims)) {
      const { status, text } = await sendHostile(world, request);
      expect(status, `${told(request)}: ${text}`).to.equal(request.status);
    }
  });

  it('match literally in text filters', async () => {
    const alike = hostileTexts.map((text) => [text, text] as const);
    const names = {
      '[Name]': [['One', 'One'], ['Next', 'Next'], ...alike],
      '[seo][metaTitle]': [['One', 't'], ...alike],
    };
    for (const [field, kept] of Object.entries(names))
      for (const asked of hostileTexts)
        for (const [operator, fits] of Object.entries(textOperators)) {
          const filter = `filters${field}[${operator}]=${encodeURIComponent(asked)}`;
          const query = `${filter}&fields=Name&pagination[pageSize]=100`;
          const { status, body, text } = await world.full('get', `/api/restaurants?${query}`);
          expect(status, `${query}: ${text}`).to.equal(200);
          const found = (body as { data: Restaurants }).data.map(({ Name }) => Name);
          const wanted = kept.filter(([, value]) => fits(value ?? '', asked)).map(([name]) => name);
          expect(found, query).to.have.members(wanted);
        }
  });

  it('are stored unchanged where any text is allowed', async () => {
    const { documentId } = await created('Kept');
    for (const word of [...hostileObjects, ...hostileNames.map((name) => `{${JSON.stringify(name)}:1}`)]) {
      if (word.includes('\\u0000')) continue;
      const { status, text } = await put(documentId, `{"Tags":${word}}`);
      expect(status, text).to.equal(200);
      expect(text).to.include(`"Tags":${word},`);
      expect((await world.full('get', `/api/restaurants/${documentId}`)).text).to.include(`"Tags":${word},`);
    }
    await world.full('delete', `/api/restaurants/${documentId}`);
  });

  it('cannot make a pattern match slow', async () => {
    for (const asked of ['((a+)+)+$', '(a|aa)+$', 'a*a*a*a*a*!', catastrophicText.slice(2_100)])
      for (const operator of Object.keys(textOperators)) {
        const query = `filters[Description][${operator}]=${encodeURIComponent(asked)}&fields=Name`;
        const { status, body, text } = await world.full('get', `/api/restaurants?${query}`);
        expect(status, text).to.equal(200);
        const fits = textOperators[operator as keyof typeof textOperators](catastrophicText, asked);
        expect((body as { data: unknown[] }).data, query).to.have.length(fits ? 1 : 0);
      }
  });

  it('change nothing as unknown parameters', async () => {
    const plain = (await world.full('get', '/api/restaurants')).text;
    for (const name of ['$where', '$expr', 'constructor', 'toString', '_id'])
      for (const query of [`${name}=sleep(1000)`, `${name}[$ne]=x`, `${name}[prototype][taken]=true`])
        expect((await world.full('get', `/api/restaurants?${query}`)).text).to.equal(plain);
    const refused = await world.full('get', '/api/restaurants?__proto__[taken]=true');
    expect(refused.status).to.equal(400);
  });

  const put = (id: string, data: string) =>
    sendHostile(world, { method: 'put', path: `restaurants/${id}`, body: `{"data":${data}}`, status: 200 });
  const created = async (Name: string) =>
    (
      (await world.full('post', '/api/restaurants').send({ data: { Name } })).body as {
        data: { documentId: string };
      }
    ).data;
});

const fold = (text: string): string => text.toLowerCase();

/** The expected result of each operator on an existing text. */
const textOperators = {
  $eq: (text: string, asked: string) => text === asked,
  $ne: (text: string, asked: string) => text !== asked,
  $eqi: (text: string, asked: string) => fold(text) === fold(asked),
  $nei: (text: string, asked: string) => fold(text) !== fold(asked),
  $contains: (text: string, asked: string) => text.includes(asked),
  $notContains: (text: string, asked: string) => !text.includes(asked),
  $containsi: (text: string, asked: string) => fold(text).includes(fold(asked)),
  $notContainsi: (text: string, asked: string) => !fold(text).includes(fold(asked)),
  $startsWith: (text: string, asked: string) => text.startsWith(asked),
  $startsWithi: (text: string, asked: string) => fold(text).startsWith(fold(asked)),
  $endsWith: (text: string, asked: string) => text.endsWith(asked),
  $endsWithi: (text: string, asked: string) => fold(text).endsWith(fold(asked)),
};
