import { expect } from 'chai';
import { isInMemory } from '../chosen-store.js';
import { fixtureSchema } from '../fixture.js';
import { createRandom, RequestGenerator } from '../random-request.js';
import { createRulesWorld, type Context, type Next } from './rules-world.js';

const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000);
const requests = isInMemory ? 500 : 100;

/** Rules without effect for every route that reads. */
function lookingRouters(): readonly unknown[] {
  const look = ({ query, request, params, state, querystring }: Context): boolean =>
    [query, request.body, request.query, params, state, querystring].length > 0;
  const passing = async (context: Context, next: Next) => {
    await next();
    return context.body;
  };
  const rule = { policies: [look], middlewares: [passing] };
  const exposed = [...fixtureSchema().contentTypes.values()].filter((type) => type.exposed);
  return exposed.map(({ uid, kind }) => ({
    uid,
    config: kind === 'singleType' ? { find: rule } : { find: rule, findOne: rule },
  }));
}

/** PostgreSQL puts spaces between rows; JSON that a rule has parsed has none. */
const compact = (text: string): string => (text.startsWith('{') ? JSON.stringify(JSON.parse(text)) : text);

describe('a rule without effect', () => {
  it(`does not change the answer (FUZZ_SEED=${seed})`, async () => {
    const world = await createRulesWorld();
    const plain = world.serving([]);
    const ruled = world.serving(lookingRouters());
    const generator = new RequestGenerator(createRandom(seed));
    const kept = [`restaurants/${world.documentId}`];
    const statuses = new Map<number, number>();
    const asks = async (asked: string): Promise<number> => {
      const [expected, actual] = [await plain.send('get', asked), await ruled.send('get', asked)];
      expect([actual.status, compact(actual.text)], asked).to.deep.equal([
        expected.status,
        compact(expected.text),
      ]);
      return expected.status;
    };
    for (const bare of [
      'filters[Name][$null]',
      'filters[Name]',
      'filters[Name][$in][]',
      'sort',
      'fields',
      'populate',
      'status',
    ])
      await asks(`restaurants?${bare}`);
    for (let count = 0; count < requests; count += 1) {
      const { method, path } = generator.next({ paths: [], kept });
      if (method !== 'GET') continue;
      const status = await asks(path.replace('/api/', ''));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(world.logged).to.deep.equal([]);
    expect([...statuses.keys()]).to.include.members([200, 400, 404]);
  });
});
