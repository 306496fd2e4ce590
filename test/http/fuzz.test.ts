import http from 'node:http';
import { createHttpServer } from '../../src/adapters/delivery/rest/create-http-server.js';
import { isInMemory } from './chosen-store.js';
import { documentedAnswers } from './documented-answers.js';
import { createWorld, fixtureSchema, type World } from './fixture.js';
import { privateValue } from './fixture-schema.js';
import { createRandom, RequestGenerator, type RandomRequest } from './random-request.js';

/** The number of requests, and the minimum for each kind of answer. */
const [requests, fewest] = isInMemory ? [8_000, 10] : [2_000, 1];
const atOnce = 8;
const forbiddenName = 'planted-chef-that-the-public-may-not-find';

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

describe(`${requests} random requests`, function () {
  this.timeout(120_000);
  const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000);

  it(`cause no crash, no 5xx, no leak, and no answer that OpenAPI does not describe (FUZZ_SEED=${seed})`, async () => {
    const world = createWorld();
    const kept = await plant(world);
    const server = createHttpServer(world.app);
    const { port } = await server.listen(0, '127.0.0.1');
    const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce });
    const undocumented = documentedAnswers(fixtureSchema());
    const generator = new RequestGenerator(createRandom(seed));
    const paths: string[] = [];
    const statuses = new Map<number, number>();
    let sent = 0;
    const worker = async (): Promise<void> => {
      while (sent < requests) {
        sent += 1;
        const request = generator.next({ paths, kept });
        const reply = await send(request, port, agent);
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        const wrong = faultOf(request, reply) ?? undocumented({ ...request, ...reply }) ?? world.errors[0];
        if (wrong !== undefined)
          throw new Error(`${wrong}\n${JSON.stringify(request)}\n${reply.status} ${reply.text}`);
        const created = reply.status === 201 ? documentIdOf(reply.text) : undefined;
        // Limits the number of documents: later ones replace earlier ones.
        const slot = paths.length < 50 ? paths.length : sent % 50;
        if (created !== undefined) paths[slot] = `${pluralOf(request.path)}/${created}`;
      }
    };
    try {
      await Promise.all(Array.from({ length: atOnce }, worker));
      expectVariety(statuses);
    } finally {
      agent.destroy();
      await server.close();
    }
  });
});

/** Creates documents with restricted values; returns their paths. */
async function plant(world: World): Promise<string[]> {
  const chef = await world.create('chef', {
    Name: forbiddenName,
    Nick: 'ann',
    Diary: privateValue,
    Pass: privateValue,
  });
  const category = await world.create('category', { Name: 'Sea' });
  const dish = await world.create('dish', { Name: 'Soup', Cost: 4.5 });
  const restaurant = await world.create('restaurant', {
    Name: 'One',
    Rating: 3,
    Hidden: privateValue,
    owner: chef,
    categories: [category],
    dishes: [dish],
    seo: { metaTitle: 'One', author: chef },
    Openings: [{ day: 'mon', note: { text: 'early' } }],
    sections: [{ __component: 'sections.quote', text: 'Nice', speaker: chef }],
  });
  const label = await world.create('label', { Name: 'Old' });
  const place = await world.create('place', { Name: 'Here', Hidden: privateValue, labels: [label] });
  const topic = await world.create('topic', { Name: 'Sea' });
  const article = await world.create('article', { title: 'Hello', topics: [topic], place });
  await world
    .full('put', `/api/articles/${article}?locale=fr`)
    .send({ data: { title: 'Bonjour', topics: [{ documentId: topic }] } });
  const menu = await world.create('menu', { Name: 'main', entries: [{ documentId: article, locale: 'fr' }] });
  return [
    `restaurants/${restaurant}`,
    `chefs/${chef}`,
    `categories/${category}`,
    `dishes/${dish}`,
    `labels/${label}`,
    `places/${place}`,
    `topics/${topic}`,
    `articles/${article}`,
    `menus/${menu}`,
  ];
}

const send = (
  { method, path, headers, body }: RandomRequest,
  port: number,
  agent: http.Agent,
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    request.on('error', (error) => reject(new Error(`${error.message}: ${method} ${path}`)));
    request.end(body);
  });

function faultOf({ headers, method }: RandomRequest, { status, type, text }: Reply): string | undefined {
  if (status >= 500) return 'a 5xx';
  if (text.includes(privateValue)) return 'a private value left';
  const principal = headers['Authorization'] ?? '';
  const sees = /^bearer (full|read)$/i.test(principal);
  if (!sees && text.includes(forbiddenName)) return 'a target left that the public may not find';
  if (method === 'HEAD' || status === 204 || status === 405) return undefined;
  if (!type.startsWith('application/json')) return `an answer of type ${type}`;
  const body = JSON.parse(text) as {
    data?: unknown;
    error?: { status?: unknown; name?: unknown; message?: unknown };
  };
  if (status < 400) return 'data' in body ? undefined : 'an answer without data';
  const { error } = body;
  const named =
    error?.status === status && typeof error.name === 'string' && typeof error.message === 'string';
  return named && body.data === null ? undefined : 'an error out of its envelope';
}

/** `/api/places?x` → `places`. */
const pluralOf = (path: string): string => path.split(/[/?]/)[2] ?? '';

const documentIdOf = (text: string): string | undefined =>
  (JSON.parse(text) as { data?: { documentId?: string } }).data?.documentId;

/** A generator with only one kind of answer would prove nothing. */
function expectVariety(statuses: ReadonlyMap<number, number>): void {
  const rare = [200, 201, 204, 400, 401, 403, 404, 405].filter(
    (status) => (statuses.get(status) ?? 0) < fewest,
  );
  if (rare.length > 0)
    throw new Error(`too few answers of status ${rare.join(', ')}: ${JSON.stringify([...statuses])}`);
}
