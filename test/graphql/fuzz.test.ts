import { buildGraphqlSchema } from '../../src/adapters/delivery/graphql/build-graphql-schema.js';
import { createShadowCrud } from '../../src/adapters/delivery/graphql/extension/shadow-crud.js';
import { noParts } from '../../src/application/app-code/app-parts.js';
import { isInMemory } from '../http/chosen-store.js';
import { fixtureSchema } from '../http/fixture.js';
import { privateValue } from '../http/fixture-schema.js';
import { createRandom } from '../http/random-request.js';
import { createGraphqlWorld, type GraphqlAnswer, type GraphqlWorld } from './graphql-world.js';
import { DocumentGenerator } from './random-document.js';

const documents = Number(process.env['FUZZ_DOCUMENTS'] ?? (isInMemory ? 800 : 150));
const forbiddenName = 'planted-chef-that-few-may-find';

describe(`${documents} random GraphQL documents`, function () {
  this.timeout(240_000);
  const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000);

  for (const format of ['v4', 'v5'] as const)
    it(`cause no bug and reveal nothing in the format ${format} (FUZZ_SEED=${seed})`, async () => {
      const world = await createGraphqlWorld({ options: { responseFormat: format } });
      await plant(world);
      const schema = fixtureSchema();
      const built = await buildGraphqlSchema({
        format,
        schema,
        documents: world.documents,
        limits: { defaultLimit: 10, maxLimit: 100 },
        shadow: createShadowCrud(schema),
        extensions: [],
        parts: noParts,
        instance: { strapi: {}, quire: {} },
      });
      const random = createRandom(seed);
      const generator = new DocumentGenerator(built, random);
      const kinds = new Map<string, number>();
      for (let sent = 0; sent < documents / 2; sent += 1) {
        const document = generator.next();
        const token = ['full', 'full', 'read', 'limited', ''][Math.floor(random() * 5)] ?? '';
        const answer = await world.ask(document, {}, token);
        const wrong = faultOf(answer, token) ?? world.errors[0];
        if (wrong !== undefined)
          throw new Error(`${wrong}\n${token} ${document}\n${answer.status} ${answer.text}`);
        for (const kind of kindsOf(answer)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      }
      const rare = ['answered', 'FORBIDDEN', 'BAD_USER_INPUT'].filter(
        (kind) => (kinds.get(kind) ?? 0) < documents / 100,
      );
      if (rare.length > 0) throw new Error(`too few of ${rare.join()}: ${JSON.stringify([...kinds])}`);
    });
});

async function plant(world: GraphqlWorld): Promise<void> {
  const chef = await world.create('chef', { Name: forbiddenName, Diary: privateValue, Pass: privateValue });
  const dish = await world.create('dish', { Name: 'Soup', Cost: 4.5 });
  await world.create('restaurant', {
    Name: 'Blue',
    Hidden: privateValue,
    owner: chef,
    dishes: [dish],
    seo: { metaTitle: 'One', author: chef },
    sections: [{ __component: 'sections.quote', text: 'Nice', speaker: chef }],
  });
}

const kindsOf = ({ body }: GraphqlAnswer): readonly string[] =>
  body.errors?.map(({ extensions }) => (extensions as { code: string }).code) ?? ['answered'];

function faultOf(answer: GraphqlAnswer, token: string): string | undefined {
  if (answer.status !== 200 && answer.status !== 400) return 'another status';
  if (answer.text.includes(privateValue)) return 'a private value left';
  const sees = token === 'full' || token === 'read';
  if (!sees && answer.text.includes(forbiddenName)) return 'a target left that few may find';
  return kindsOf(answer).includes('INTERNAL_SERVER_ERROR') ? 'a bug' : undefined;
}
