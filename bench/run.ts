import { spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { makeAppDirectory, readAppSchema } from './app-directory.js';
import { closingAtEnd, type Closing } from './closing.js';
import { createToken } from './create-token.js';
import { tokenVariables, type Case } from './case.js';
import { cases } from './cases.js';
import type { Arena } from './arena.js';
import { logCases } from './change-log/cases.js';
import { measureLog, type LogBench } from './change-log/measure-log.js';
import { compare, type Comparison } from './compare.js';
import { measure, startLoader, type Contest, type Measured } from './measure.js';
import { readOptions, usage, type Options } from './options.js';
import { heading, line, logHeading, logLine, reportOf } from './report.js';
import { processorMsOf, processorMsOfTrees } from './processor-time.js';
import { startServer, type ServerProcess } from './server-process.js';

/** The database connections of each of the two servers. */
const poolSize = '10';
/** What the token may do. */
const readable = 'api::restaurant.restaurant:find,findOne';
/** The flags of `npm start`. */
const flags = ['--max-semi-space-size=8'];
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const log = (text: string): void => void process.stderr.write(`${text}\n`);

async function openArena(store: Options['store']): Promise<Arena> {
  if (store === 'mongodb') return (await import('./mongodb/open-arena.js')).openMongoArena(poolSize, log);
  return (await import('./postgres/open-arena.js')).openPostgresArena(poolSize, log);
}

const run = (options: Options): Promise<void> => closingAtEnd((closing) => bench(options, closing));

async function bench(options: Options, closing: Closing): Promise<void> {
  if (options.build) build();
  const app = await makeAppDirectory();
  closing.push(() => rm(app, { recursive: true, force: true }));
  const arena = await openArena(options.store);
  closing.push(() => arena.close());
  const env = { DATABASE_URL: arena.url, DATABASE_POOL_SIZE: poolSize };
  const startQuire = () =>
    startServer('Quire', {
      env,
      args: (port) => [...flags, here('../bin/quire'), 'start', '--app', app, '--port', String(port)],
    });

  log('Making the tables');
  await (await startQuire()).stop();
  log('Seeding');
  await arena.fill(await readAppSchema(app));

  const quire = await startQuire();
  closing.push(() => quire.stop());
  log(`Quire is ready after ${quire.readyInMs.toFixed(0)} ms`);
  const handWritten = await startServer('the hand-written server', arena.handWritten);
  closing.push(() => handWritten.stop());
  process.env[tokenVariables.token] = createToken(app, env, '--access', 'custom', '--grant', readable);
  process.env[tokenVariables.user] = await register(quire.port);
  const loader = startLoader();
  closing.push(async () => loader.stop());
  const contest: Contest & Comparison = {
    quire: quire.port,
    handWritten: handWritten.port,
    effort: options.effort,
    loader,
    processorMs: options.cpu ? await processorClock(options, arena, [quire, handWritten]) : null,
    next: 1,
    reset: (one) => arena.reset(one),
    isPlaced: (links, request) => arena.isPlaced(links, request),
  };
  const measured = await measureAll(contest, options).catch((error: unknown) => {
    throw new Error(`Quire's last output:\n${quire.lastOutput()}`, { cause: error });
  });
  await measureLogCosts(options, { app, env, loader });
  const residentMB = await quire.residentMB();
  log(`Quire's resident memory: ${residentMB} MB`);
  if (options.json !== undefined)
    await writeFile(options.json, `${JSON.stringify(reportOf(measured, residentMB), null, 2)}\n`);
}

async function processorClock(
  { databasePids }: Options,
  arena: Arena,
  servers: readonly ServerProcess[],
): Promise<NonNullable<Contest['processorMs']>> {
  const roots = databasePids ?? (await arena.databaseProcesses());
  if (roots === null) throw new Error('the database does not run on this machine: --database-pid names it');
  for (const pid of roots) processorMsOf(pid);
  const pids = new Map(servers.map(({ port, pid }) => [port, pid]));
  return (port) => ({ server: processorMsOf(pids.get(port) ?? 0), database: processorMsOfTrees(roots) });
}

async function register(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/local/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'bench', email: 'bench@example.com', password: 'a password' }),
  });
  const { jwt } = (await response.json()) as { jwt?: string };
  if (jwt === undefined) throw new Error(`registering failed: ${response.status}`);
  return jwt;
}

/** Builds the server that is measured. */
function build(): void {
  const { status } = spawnSync(process.execPath, [here('../scripts/run.mjs'), 'build'], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('the build failed');
}

async function measureAll(
  contest: Contest & Comparison,
  { only, store }: Options,
): Promise<readonly Measured[]> {
  const chosen = cases.filter(
    ({ name, on = store }) =>
      on === store && (only === undefined || only.some((text) => name.includes(text))),
  );
  const measured: Measured[] = [];
  process.stdout.write(`${heading(contest.processorMs !== null)}\n`);
  for (const one of chosen) {
    const result = await compareAndMeasure(contest, one);
    measured.push(result);
    process.stdout.write(`${line(result)}\n`);
  }
  return measured;
}

/** On PostgreSQL, with the log alone and then with the history, which follows it. */
async function measureLogCosts(
  { only, store, effort }: Options,
  given: Pick<LogBench, 'app' | 'env' | 'loader'>,
): Promise<void> {
  const chosen = logCases.filter(({ name }) => only?.some((text) => name.includes(text)));
  if (chosen.length === 0 || store !== 'postgres') return;
  const bench = { ...given, rounds: effort.logRounds, durationSeconds: 0.5 };
  for (const hasHistory of [false, true]) {
    process.stdout.write(`${logHeading(hasHistory)}\n`);
    for await (const cost of measureLog(bench, chosen, hasHistory))
      process.stdout.write(`${logLine(cost)}\n`);
  }
}

async function compareAndMeasure(contest: Contest & Comparison, one: Case): Promise<Measured> {
  contest.next = await compare(contest, one, contest.next);
  await contest.reset(one);
  return measure(contest, one);
}

try {
  await run(readOptions(process.argv.slice(2)));
} catch (error) {
  const isUsage =
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  process.stderr.write(isUsage ? `${error.message}\n\n${usage}` : `${inspect(error)}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
