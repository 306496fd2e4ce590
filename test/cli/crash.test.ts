import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chefFile, chefWith, launch, makeApp, run, type Program, type TestApp } from './program.js';

const embedded = { DATABASE_URL: undefined };
const writers = 16;
/** Killed when this many writes were acknowledged: then every writer has one on its way. */
const enough = 300;

const dishFile = 'src/api/dish/content-types/dish/schema.json';

const files = {
  [chefFile]: chefWith({
    Name: { type: 'string' },
    Round: { type: 'integer' },
    dishes: { type: 'relation', relation: 'manyToMany', target: 'api::dish.dish', inversedBy: 'chefs' },
    notes: { type: 'component', component: 'parts.note', repeatable: true },
  }),
  [dishFile]: JSON.stringify({
    kind: 'collectionType',
    collectionName: 'dishes',
    info: { singularName: 'dish', pluralName: 'dishes', displayName: 'Dish' },
    attributes: {
      Name: { type: 'string' },
      chefs: { type: 'relation', relation: 'manyToMany', target: 'api::chef.chef', mappedBy: 'dishes' },
    },
  }),
  'src/components/parts/note.json': JSON.stringify({
    collectionName: 'notes',
    info: { displayName: 'Note' },
    attributes: { Text: { type: 'string' } },
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

describe('a server that is killed while it writes', function () {
  this.timeout(60_000);

  let app: TestApp;
  let program: Program | undefined;
  let token: string;

  before(async () => {
    app = await makeApp(files);
    token = (
      await run(
        ['token', 'create', '--name', 'a', '--access', 'full-access', '--app', app.directory],
        embedded,
      )
    ).out.trim();
  });

  afterEach(async () => {
    program?.process.kill('SIGTERM');
    await program?.ended;
  });

  after(() => app.remove());

  const start = async (): Promise<string> => {
    program = launch(['start', '--app', app.directory], embedded);
    return program.says(/Serving (http:\S+)/);
  };

  const send = async (method: string, url: string, data?: object): Promise<unknown> => {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(data && { body: JSON.stringify({ data }) }),
    });
    expect(response.status, url).to.be.oneOf([200, 201]);
    return ((await response.json()) as { data: unknown }).data;
  };

  const makeDishes = (url: string): Promise<readonly string[]> =>
    Promise.all(
      ['a', 'b', 'c', 'd'].map(async (Name) => {
        const dish = (await send('POST', `${url}/dishes`, { Name })) as { documentId: string };
        return dish.documentId;
      }),
    );

  /** Creates a chef, changes it twice, creates the next, until the server is gone. `acknowledged` gets each answer. */
  const write = async (
    url: string,
    dishes: readonly string[],
    acknowledged: (name: string, round: number) => void,
    writer: number,
  ): Promise<void> => {
    for (let count = 0; ; count++) {
      const Name = `${writer}-${count}`;
      const chef = (await send('POST', `${url}/chefs`, { Name, ...roundOf(dishes, 0) })) as Chef;
      acknowledged(Name, 0);
      for (const round of [1, 2]) {
        await send('PUT', `${url}/chefs/${chef.documentId}`, roundOf(dishes, round));
        acknowledged(Name, round);
      }
    }
  };

  const kill = async (...pids: readonly number[]): Promise<void> => {
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await program?.ended;
  };

  const postmaster = async (): Promise<number> => {
    const home = join(app.directory, '.quire/postgres');
    return Number((await readFile(join(home, 'data/postmaster.pid'), 'utf8')).split('\n')[0]);
  };

  const writeUntilKilled = async (url: string, dishes: readonly string[], pids: readonly number[]) => {
    const last = new Map<string, number>();
    let count = 0;
    let killed: Promise<void> | undefined;
    const acknowledged = (name: string, round: number): void => {
      last.set(name, round);
      if (++count === enough) killed = kill(...pids);
    };
    const working = Array.from({ length: writers }, (_, writer) => write(url, dishes, acknowledged, writer));
    const ends = await Promise.allSettled(working);
    await killed;
    for (const end of ends) expect(end).to.have.nested.property('reason.message', 'fetch failed');
    return last;
  };

  const everyChef = async (url: string): Promise<readonly Chef[]> => {
    const chefs: Chef[] = [];
    const query = 'populate=*&sort=id&pagination[pageSize]=100&pagination[page]=';
    for (let page = 1; chefs.length === (page - 1) * 100; page++)
      chefs.push(...((await send('GET', `${url}/chefs?${query}${page}`)) as Chef[]));
    return chefs;
  };

  for (const [what, withDatabase] of [
    ['the server', false],
    ['the server and its database', true],
  ] as const) {
    it(`has every acknowledged write and no half of one after ${what} died`, async () => {
      const url = await start();
      const dishes = await makeDishes(url);
      const server = program?.process.pid ?? 0;
      const acknowledged = await writeUntilKilled(url, dishes, [
        server,
        ...(withDatabase ? [await postmaster()] : []),
      ]);
      const found = new Map<string, Chef>();
      for (const chef of await everyChef(await start())) {
        if (chef.dishes.every(({ documentId }) => dishes.includes(documentId))) found.set(chef.Name, chef);
      }
      for (const [name, round] of acknowledged)
        expect(found.get(name)?.Round, name).to.be.oneOf([round, round + 1]);
      for (const { Name, Round, dishes: linked, notes } of found.values()) {
        const whole = roundOf(dishes, Round);
        expect(
          linked.map(({ documentId }) => documentId),
          Name,
        ).to.deep.equal(whole.dishes);
        expect(
          notes.map(({ Text }) => Text),
          Name,
        ).to.deep.equal(whole.notes.map(({ Text }) => Text));
      }
      expect(found.size).to.be.within(acknowledged.size, acknowledged.size + writers);
    });
  }
});
