import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeAppDirectory } from './app-directory.js';
import { createToken } from './create-token.js';
import { openPostgresArena } from './postgres/open-arena.js';
import { processorMsOf, processorMsOfTrees } from './processor-time.js';
import { startServer } from './server-process.js';

/**
 * Measures requests of a thousand operations: processor milliseconds of server and database for one document, with change
 * log, audit trail and history, medians of rounds. Each round uses documents of its own.
 *
 * Usage: npm run bench:bulk -- [ROUNDS] [TEXT]: the cases whose name contains the text.
 */
const [rounds = '5', only = ''] = process.argv.slice(2);
const count = 1_000;

const relation = (kind: string, target: string, end: object = {}) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...end,
});

const shared = {
  Name: { type: 'string' },
  Code: { type: 'string', unique: true },
  Price: { type: 'decimal' },
  shelf: relation('manyToOne', 'shelf'),
  marks: relation('manyToMany', 'shelf'),
};

const types = {
  shelf: {
    attributes: { Name: { type: 'string' }, goods: relation('oneToMany', 'good', { mappedBy: 'shelf' }) },
  },
  good: { attributes: { ...shared, shelf: relation('manyToOne', 'shelf', { inversedBy: 'goods' }) } },
  leaf: { attributes: shared, options: { draftAndPublish: true } },
};

interface Operation {
  readonly [kind: string]: unknown;
}
type Made = { readonly documentId: string };

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

async function addTypes(app: string): Promise<void> {
  for (const [name, { attributes, ...more }] of Object.entries(types)) {
    const place = join(app, 'src/api', name, 'content-types', name);
    await mkdir(place, { recursive: true });
    const info = { singularName: name, pluralName: `${name}s`, displayName: name };
    const definition = {
      kind: 'collectionType',
      info,
      options: { draftAndPublish: false },
      ...more,
      attributes,
    };
    await writeFile(join(place, 'schema.json'), JSON.stringify(definition));
  }
}

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

const app = await makeAppDirectory();
await addTypes(app);
const arena = await openPostgresArena('10', () => {});
const env = { DATABASE_URL: arena.url, DATABASE_POOL_SIZE: '10', RATE_LIMIT: 'off' };
const server = await startServer('Quire', {
  env,
  args: (port) => [
    '--max-semi-space-size=8',
    ...(process.env['BENCH_FLAGS']?.split(' ') ?? []),
    here('../bin/quire'),
    'start',
    '--app',
    app,
    '--port',
    String(port),
  ],
});
try {
  const token = createToken(app, env, '--access', 'full-access');
  const roots = (await arena.databaseProcesses()) ?? [];
  const send = async (path: string, body: string, type: string): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body,
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${response.status}: ${text.slice(0, 500)}`);
    return text;
  };
  const bulk = async (path: string, operations: readonly Operation[]): Promise<readonly Made[]> =>
    (JSON.parse(await send(path, JSON.stringify({ operations }), 'application/json')) as { data: Made[] })
      .data;
  const shelves = (
    await bulk(
      'shelfs/bulk',
      Array.from({ length: 50 }, (_, n) => ({ create: { data: { Name: `Shelf ${n}` } } })),
    )
  ).map(({ documentId }) => documentId);
  const dataOf = (n: number, code: string) => ({
    Name: `Named ${n}`,
    Code: code,
    Price: `${n}.5`,
    shelf: shelves[n % 50],
    marks: [shelves[(n + 1) % 50], shelves[(n + 2) % 50]],
  });
  const numbers = Array.from({ length: count }, (_, n) => n);
  let round = 0;
  const create = (path: string, status?: string) =>
    bulk(
      path,
      numbers.map((n) => ({ create: { data: dataOf(n, `${round} ${n}`), ...(status && { status }) } })),
    );
  const operations: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
    'goods: create': async () => () => create('goods/bulk'),
    'goods: update of values': async () => {
      const made = await create('goods/bulk');
      const changed = made.map(({ documentId }, n) => ({
        update: { documentId, data: { Name: `Changed ${n}`, Price: `${n}.75` } },
      }));
      return () => bulk('goods/bulk', changed);
    },
    'goods: update with links': async () => {
      const made = await create('goods/bulk');
      const changed = made.map(({ documentId }, n) => ({
        update: { documentId, data: dataOf(n + 1, `${round} ${n}`) },
      }));
      return () => bulk('goods/bulk', changed);
    },
    'goods: upsert, half of them new': async () => {
      const made = await create('goods/bulk');
      const ups = made.map((_, n) => ({
        upsert: { by: ['Code'], data: dataOf(n + 1, n % 2 ? `${round} ${n}` : `${round} new ${n}`) },
      }));
      return () => bulk('goods/bulk', ups);
    },
    'goods: delete': async () => {
      const made = await create('goods/bulk');
      return () =>
        bulk(
          'goods/bulk',
          made.map(({ documentId }) => ({ delete: { documentId } })),
        );
    },
    'leafs: create published': async () => () => create('leafs/bulk', 'published'),
    'leafs: update of drafts with links': async () => {
      const made = await create('leafs/bulk', 'draft');
      return () =>
        bulk(
          'leafs/bulk',
          made.map(({ documentId }, n) => ({
            update: { documentId, status: 'draft', data: dataOf(n + 1, `${round} ${n}`) },
          })),
        );
    },
    'leafs: update and publish with links': async () => {
      const made = await create('leafs/bulk', 'published');
      return () =>
        bulk(
          'leafs/bulk',
          made.map(({ documentId }, n) => ({
            update: { documentId, status: 'published', data: dataOf(n + 1, `${round} ${n}`) },
          })),
        );
    },
    'leafs: publish': async () => {
      const made = await create('leafs/bulk', 'draft');
      return () =>
        bulk(
          'leafs/bulk',
          made.map(({ documentId }) => ({ publish: { documentId } })),
        );
    },
    'leafs: delete': async () => {
      const made = await create('leafs/bulk', 'published');
      return () =>
        bulk(
          'leafs/bulk',
          made.map(({ documentId }) => ({ delete: { documentId } })),
        );
    },
    'batch: 100 shelves of 9 goods': async () => {
      const pairs = numbers.map((n): Operation => {
        if (n % 10 === 0) return { type: 'shelfs', as: `s${n}`, create: { data: { Name: `Shelf ${n}` } } };
        const parent = { $ref: `s${n - (n % 10)}` };
        return { type: 'goods', create: { data: { ...dataOf(n, `${round} ${n}`), shelf: parent } } };
      });
      return () => bulk('batch', pairs);
    },
    'goods: create, in lines': async () => {
      const lines = numbers
        .map((n) => JSON.stringify({ create: { data: dataOf(n, `${round} ${n}`) } }))
        .join('\n');
      return () => send('goods/bulk', lines, 'application/x-ndjson');
    },
  };
  for (const [name, prepare] of Object.entries(operations)) {
    if (!name.includes(only)) continue;
    const taken: { server: number; database: number; ms: number }[] = [];
    for (let n = 0; n < Number(rounds); n += 1) {
      round += 1;
      const run = await prepare();
      const [own, its, from] = [processorMsOf(server.pid), processorMsOfTrees(roots), performance.now()];
      await run();
      const ms = performance.now() - from;
      taken.push({ server: processorMsOf(server.pid) - own, database: processorMsOfTrees(roots) - its, ms });
    }
    const per = (value: (one: (typeof taken)[number]) => number): string =>
      (middle(taken.map(value)) / count).toFixed(2);
    const rate = Math.round((count * 1_000) / middle(taken.map(({ ms }) => ms)));
    console.log(
      `${name.padEnd(40)} ${per((one) => one.server)} + ${per((one) => one.database)} ms  ${rate}/s`,
    );
  }
  console.log(`resident: ${await server.residentMB()} MB`);
} finally {
  await server.stop();
  await arena.close();
  await rm(app, { recursive: true, force: true });
}
