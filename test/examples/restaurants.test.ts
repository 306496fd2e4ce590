import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../../', import.meta.url));

const isSource = (path: string): boolean => !path.includes('.quire');

describe('the restaurants example', () => {
  let app: string;
  let server: ChildProcess;
  let base: string;
  const said: string[] = [];

  before(async () => {
    app = await mkdtemp(join(tmpdir(), 'quire-example-'));
    await cp(join(root, 'examples/restaurants'), app, { recursive: true, filter: isSource });
    const env = { ...process.env, DATABASE_URL: 'memory:', PORT: '0', HOST: '127.0.0.1' };
    server = spawn(process.execPath, [join(root, 'bin/quire'), 'start', '--app', app], { env });
    base = await servingAt(server, said);
  });

  after(async () => {
    if (server.exitCode === null) {
      const gone = once(server, 'exit');
      server.kill();
      await gone;
    }
    await rm(app, { recursive: true, force: true });
  });

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${base}/${path}`, { headers });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };

  it('serves what it seeded, with relations, to the public', async () => {
    const { body } = await get('restaurants?populate[0]=categories&populate[1]=dishes&populate[2]=sections');
    expect(body.meta.pagination.total).to.equal(240);
    const [first] = body.data;
    expect(first.dishes).to.have.length(3);
    expect(first.categories.length).to.be.within(1, 3);
    expect(first.sections.at(-1)).to.include({ __component: 'sections.gallery' });
    expect(first).not.to.have.property('Notes');
  });

  it('has drafts that wait, languages, a homepage, and pictures that are there', async () => {
    const total = async (query: string, headers = {}): Promise<number> =>
      (await get(query, headers)).body.meta.pagination.total as number;
    const byToken = { authorization: `Bearer ${await keptToken(app)}` };
    expect(await total('articles')).to.equal(18);
    expect((await get('articles?status=draft')).status).to.equal(403);
    expect(await total('articles?status=draft&publicationFilter=never-published', byToken)).to.equal(6);
    expect(await total('articles?status=draft&publicationFilter=modified', byToken)).to.equal(3);
    for (const locale of ['en', 'fr', 'de']) {
      expect(await total(`menus?locale=${locale}`)).to.equal(30);
      const { picture, sections } = (
        await get(`homepage?locale=${locale}&populate[picture]=true&populate[sections][populate]=*`)
      ).body.data;
      expect(sections[0].pictures).to.have.length(3);
      const address = new URL(picture.formats.thumbnail.url, base);
      expect((await fetch(address)).headers.get('content-type')).to.equal('image/png');
    }
  });

  it('keeps chefs from the public, and shows them to the token that it prints', async () => {
    expect((await get('chefs')).status).to.equal(403);
    const token = await keptToken(app);
    expect(said.join('\n')).to.include(token);
    const chefs = await get('chefs', { authorization: `Bearer ${token}` });
    expect(chefs.body.meta.pagination.total).to.equal(40);
  });

  it('prints a token that works when it begins anew on an empty database', async () => {
    const before = await keptToken(app);
    const env = { ...process.env, DATABASE_URL: 'memory:', PORT: '0', HOST: '127.0.0.1' };
    const second = spawn(process.execPath, [join(root, 'bin/quire'), 'start', '--app', app], { env });
    try {
      const address = await servingAt(second, []);
      const token = await keptToken(app);
      expect(token).not.to.equal(before);
      const headers = { authorization: `Bearer ${token}` };
      expect((await fetch(`${address}/chefs`, { headers })).status).to.equal(200);
    } finally {
      const gone = once(second, 'exit');
      second.kill();
      await gone;
    }
  });
});

describe('the restaurants example on the built-in database', () => {
  let app: string;
  let server: ChildProcess;

  before(async () => {
    app = await mkdtemp(join(tmpdir(), 'quire-example-'));
    await chmod(app, 0o755);
    await cp(join(root, 'examples/restaurants'), app, { recursive: true, filter: isSource });
  });

  after(async () => {
    await end('SIGTERM');
    await rm(app, { recursive: true, force: true });
  });

  const start = (): void => {
    const env = { ...process.env, DATABASE_URL: undefined, PORT: '0', HOST: '127.0.0.1' };
    server = spawn(process.execPath, [join(root, 'bin/quire'), 'start', '--app', app], { env });
  };

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill(signal);
    await gone;
  };

  const untilSaid = async (pattern: RegExp): Promise<void> => {
    for await (const line of createInterface({ input: server.stderr! })) if (pattern.test(line)) return;
    throw new Error(`it never said ${String(pattern)}`);
  };

  it('goes on with its content where it was killed, and prints the same token later', async () => {
    start();
    await untilSaid(/ × dish/);
    await end('SIGKILL');
    start();
    const said: string[] = [];
    const base = await servingAt(server, said);
    for (const [name, count] of Object.entries({
      categories: 14,
      dishes: 720,
      restaurants: 240,
      reviews: 480,
    })) {
      const list = (await (await fetch(`${base}/${name}`)).json()) as {
        meta: { pagination: { total: number } };
      };
      expect(list.meta.pagination.total, name).to.equal(count);
    }
    const token = await keptToken(app);
    expect(said.join('\n')).to.include(token);
    await end('SIGINT');
    start();
    const again: string[] = [];
    await servingAt(server, again);
    expect(again.join('\n')).to.include(token).and.not.to.include(' × ');
  });
});

/** Resolves with the address of the API, rejects with the server's words when it ends instead. */
async function servingAt(server: ChildProcess, said: string[]): Promise<string> {
  for await (const line of createInterface({ input: server.stderr! })) {
    said.push(line);
    const address = /Serving (http:\S+)/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(said.join('\n'));
}

async function keptToken(app: string): Promise<string> {
  const name = (await readdir(join(app, '.quire'))).find((file) => file.startsWith('example-token'));
  const file = join(app, '.quire', name!);
  expect((await stat(file)).mode & 0o777).to.equal(0o600);
  return (await readFile(file, 'utf8')).trim();
}
