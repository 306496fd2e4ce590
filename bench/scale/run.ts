import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { startEmbeddedPostgres } from '../../src/adapters/embedded-postgres/start-embedded-postgres.js';
import { closingAtEnd, type Closing } from '../closing.js';
import { startServer } from '../server-process.js';
import { contentTypesOf, makeScaleApp } from './app.js';
import { ask, compareSizes, Refused, type Side } from './compare-sizes.js';
import { openScaleDatabase, type ScaleDatabase } from './open-database.js';
import { readOptions, usage, type Options } from './options.js';
import { growing, questions, searches, type Question } from './questions.js';
import { changeWhileServing } from './change-while-serving.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const log = (line: string): void => void process.stderr.write(`${line}\n`);

const run = (options: Options): Promise<void> => closingAtEnd((closing) => bench(options, closing));

async function bench(options: Options, closing: Closing): Promise<void> {
  const { hasSearch, keep, places, beside } = options;
  if (options.build)
    spawnSync(process.execPath, [here('../../scripts/run.mjs'), 'build'], { stdio: ['ignore', 2, 2] });
  const app = await makeScaleApp(contentTypesOf(hasSearch));
  closing.push(() => rm(app, { recursive: true, force: true }));
  const serverUrl = process.env['DATABASE_URL'] ?? (await openEmbedded(closing));
  const sides: Side[] = [];
  let large: ScaleDatabase | undefined;
  for (const size of [beside, places]) {
    const kind = hasSearch ? '_search' : '';
    large = await openScaleDatabase({ serverUrl, places: size, app, kind, keep, log });
    closing.push(large.close);
    const side = await openSide(large, app);
    closing.push(() => side.server.stop());
    sides.push(side);
  }
  const [small, other] = sides as [Side, Side];
  await measure([small, other], options);
  for (const { places: size, server } of sides)
    log(`The server of ${size.toLocaleString('en')} places takes ${await server.residentMB()} MB`);
  if (options.changes && large !== undefined) await changeWhileServing(other, large, hasSearch, app);
}

async function openEmbedded(closing: Closing): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quire-bench-data-'));
  const quiet = { debug() {}, info() {}, warn: log, error: log };
  const started = await startEmbeddedPostgres({ dataDir, log: quiet, onProgress: log, isTool: true });
  if (!started.ok) throw new Error(started.failure.message);
  closing.push(async () => {
    await started.value.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return started.value.url;
}

async function openSide({ url, places, client }: ScaleDatabase, app: string): Promise<Side> {
  const server = await startServer('Quire', {
    env: { DATABASE_URL: url, DATABASE_POOL_SIZE: '10' },
    readyPath: '/api/regions',
    args: (port) => [
      '--max-semi-space-size=8',
      here('../../bin/quire'),
      'start',
      '--app',
      app,
      '--port',
      String(port),
    ],
  });
  log(`The server of ${places.toLocaleString('en')} places is ready after ${server.readyInMs.toFixed(0)} ms`);
  const waitMs = await untilTotalsAreKept(client);
  log(`  … and keeps totals ${(waitMs / 1000).toFixed(1)} s later`);
  return { places, server, client, cursor: await cursorAfter({ server }, 15_000) };
}

async function untilTotalsAreKept(client: ScaleDatabase['client']): Promise<number> {
  const started = performance.now();
  for (;;) {
    const { rows } = await client.query(`SELECT FROM quire_counted WHERE name = 'places'`);
    if (rows.length > 0 || performance.now() - started > 300_000) return performance.now() - started;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

interface CursorPage {
  readonly meta: { readonly pagination: { readonly endCursor: string; readonly hasNextPage: boolean } };
}

/** The end of the pages with so many places, or of all of a smaller database. */
async function cursorAfter(side: Pick<Side, 'server'>, rows: number): Promise<string> {
  let cursor = '';
  for (let read = 0; read < rows; read += 100) {
    const { meta } = (await ask(
      side,
      `/api/places?fields[0]=Name&pagination[pageSize]=100&pagination[after]=${cursor}`,
    )) as CursorPage;
    cursor = meta.pagination.endCursor;
    if (!meta.pagination.hasNextPage) break;
  }
  return cursor;
}

async function measure(sides: readonly [Side, Side], { hasSearch, effort }: Options): Promise<void> {
  const asked: readonly Question[] = [...questions, ...growing, ...(hasSearch ? searches : [])];
  const [small, large] = sides.map(({ places }) => places.toLocaleString('en').padStart(12));
  process.stdout.write(`${'ms of a request'.padEnd(32)}${small}${large}   ratio\n`);
  for (const question of asked) {
    const connections = growing.includes(question) ? 1 : effort.connections;
    const cost = await compareSizes(question, sides, { ...effort, connections }).catch((error: unknown) => {
      if (error instanceof Refused) return null;
      throw error;
    });
    if (cost === null) {
      process.stdout.write(`${question.name.padEnd(32)}  refused as too expensive\n`);
      continue;
    }
    const numbers = [cost.small.toFixed(2).padStart(12), cost.large.toFixed(2).padStart(12)];
    process.stdout.write(
      `${question.name.padEnd(32)}${numbers.join('')}${cost.ratio.toFixed(2).padStart(8)}\n`,
    );
  }
}

try {
  await run(readOptions(process.argv.slice(2)));
} catch (error) {
  const isUsage = error instanceof TypeError;
  process.stderr.write(isUsage ? `${error.message}\n\n${usage}` : `${inspect(error)}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
