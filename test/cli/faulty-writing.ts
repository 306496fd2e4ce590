import { expect } from 'chai';
import { appFiles, component, contentType, relation } from '../schema-builders.js';
import { chefFile, chefWith } from './program.js';

const writers = 16;

/** An app whose chefs have a number, links in an order, and components: enough for half a write to be seen. */
export const writtenApp = {
  [chefFile]: chefWith({
    Name: { type: 'string' },
    Round: { type: 'integer' },
    dishes: relation('manyToMany', 'dish', { inversedBy: 'chefs' }),
    notes: { type: 'component', component: 'parts.note', repeatable: true },
  }),
  ...appFiles({
    contentTypes: [
      contentType('dish', 'dishes', {
        Name: { type: 'string' },
        chefs: relation('manyToMany', 'chef', { mappedBy: 'dishes' }),
      }),
    ],
    components: [component('parts.note', { Text: { type: 'string' } })],
  }),
};

interface Chef {
  readonly documentId: string;
  readonly Name: string;
  readonly Round: number;
  readonly dishes: readonly { readonly documentId: string }[];
  readonly notes: readonly { readonly Text: string }[];
}

/** What one round of a writer leaves in a chef: another number, other links in another order, another note. */
const roundOf = (dishes: readonly string[], round: number) => ({
  Round: round,
  dishes: dishes.map((_, at) => dishes[(at + round) % dishes.length]).slice(round % 3),
  notes: [{ Text: `round ${round}` }, { Text: 'always' }],
});

/** The rounds of one chef. */
interface Progress {
  readonly attempted: number;
  /** Undefined: not even the create was acknowledged. */
  readonly acknowledged: number | undefined;
}

/** What was written to a server, and what must therefore be there. */
export interface FaultyWriting {
  /** Resolves once so many further writes are acknowledged. */
  more(count: number): Promise<void>;
  /** Ends the writers. */
  stop(): Promise<void>;
  /** Every acknowledged write is there, and no half of any. Answers how many writes were acknowledged. */
  check(url: string): Promise<number>;
}

/** Has sixteen writers create chefs and change each twice, until they are stopped. Faults end a chef, not its writer. */
export async function startWriting(url: string, token: string): Promise<FaultyWriting> {
  const dishes = await Promise.all(
    ['a', 'b', 'c', 'd'].map(
      async (Name) => (await sendOk<Chef>(token, 'POST', `${url}/dishes`, { Name })).documentId,
    ),
  );
  const chefs = new Map<string, Progress>();
  const waiting: { left: number; resolve: () => void }[] = [];
  let total = 0;
  const ending = new AbortController();

  const acknowledge = (): void => {
    total += 1;
    for (const each of waiting) if (--each.left === 0) each.resolve();
  };

  /** Undefined: it is not known whether it was written. */
  const attempt = async (name: string, round: number, method: string, path: string) => {
    chefs.set(name, { attempted: round, acknowledged: chefs.get(name)?.acknowledged });
    const chef = await send<Chef>(token, method, `${url}${path}`, { Name: name, ...roundOf(dishes, round) });
    if (chef === undefined) return undefined;
    chefs.set(name, { attempted: round, acknowledged: round });
    acknowledge();
    return chef;
  };

  const writeChef = async (name: string): Promise<boolean> => {
    const created = await attempt(name, 0, 'POST', '/chefs');
    for (const round of [1, 2]) {
      if (created === undefined || ending.signal.aborted) return created !== undefined;
      if ((await attempt(name, round, 'PUT', `/chefs/${created.documentId}`)) === undefined) return false;
    }
    return true;
  };

  const write = async (writer: number): Promise<void> => {
    for (let count = 0; !ending.signal.aborted; count++) {
      if (!(await writeChef(`${writer}-${count}`))) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const working = Array.from({ length: writers }, (_, writer) => write(writer));

  return {
    more: (count) => new Promise((resolve) => void waiting.push({ left: count, resolve })),
    async stop() {
      ending.abort();
      await Promise.all(working);
    },
    async check(at) {
      const found = new Map((await everyChef(at, token)).map((chef) => [chef.Name, chef]));
      for (const [name, progress] of chefs) checkProgress(name, progress, found.get(name));
      for (const chef of found.values()) checkWhole(chef, dishes);
      expect([...found.keys()].filter((name) => !chefs.has(name))).to.deep.equal([]);
      return total;
    },
  };
}

function checkProgress(name: string, { attempted, acknowledged }: Progress, chef: Chef | undefined): void {
  if (chef === undefined) expect(acknowledged, name).to.equal(undefined);
  else expect(chef.Round, name).to.be.within(acknowledged ?? 0, attempted);
}

function checkWhole({ Name, Round, dishes: linked, notes }: Chef, dishes: readonly string[]): void {
  const whole = roundOf(dishes, Round);
  const ids = linked.map(({ documentId }) => documentId);
  expect(ids, Name).to.deep.equal(whole.dishes);
  const texts = notes.map(({ Text }) => Text);
  expect(texts, Name).to.deep.equal(whole.notes.map(({ Text }) => Text));
}

async function everyChef(url: string, token: string): Promise<readonly Chef[]> {
  const chefs: Chef[] = [];
  const query = 'populate=*&sort=id&pagination[pageSize]=100&pagination[page]=';
  for (let page = 1; chefs.length === (page - 1) * 100; page++)
    chefs.push(...(await sendOk<readonly Chef[]>(token, 'GET', `${url}/chefs?${query}${page}`)));
  return chefs;
}

async function sendOk<T>(token: string, method: string, url: string, data?: object): Promise<T> {
  const answer = await send<T>(token, method, url, data);
  if (answer === undefined) throw new Error(`${method} ${url} had no answer`);
  return answer;
}

/** Undefined where the connection was lost, or the server says that it cannot do it now. */
async function send<T>(token: string, method: string, url: string, data?: object): Promise<T | undefined> {
  let response: Response;
  let text: string;
  try {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    response = await fetch(url, { method, headers, ...(data && { body: JSON.stringify({ data }) }) });
    text = await response.text();
  } catch {
    return undefined;
  }
  expect(response.status, `${method} ${url}: ${text}`).to.be.oneOf([200, 201, 409, 503]);
  return response.ok ? (JSON.parse(text) as { data: T }).data : undefined;
}
