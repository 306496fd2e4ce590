import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect, parseArgs } from 'node:util';
import { Client } from 'pg';
import type { Case } from '../case.js';
import { closingAtEnd, type Closing } from '../closing.js';
import { compare } from '../compare.js';
import { measure, startLoader, type Contest, type Effort, type Measured } from '../measure.js';
import { parentOf, processorMsOfTrees } from '../processor-time.js';
import { startServer, type Command } from '../server-process.js';
import { strapiCases } from './cases.js';

/**
 * The processor time of the same requests to Strapi and to Quire, which serve one project with the same content from two
 * databases of one PostgreSQL. `docs/performance.md` says how to run it.
 */
const usage = `Usage: DATABASE_URL=postgres://… npm run bench:strapi -- FOLDER [--only TEXT]... [--rounds N] [--keep] [--no-indexes]

FOLDER is a copy of bench/strapi/project in which "npm install" has run. The databases "strapi_bench" and
"quire_beside_strapi" are made on the server of DATABASE_URL, which must run on this machine and serve nobody else, and
removed at the end; with --keep they stay, and the next run uses them. --no-indexes makes none of the indexes that Quire proposes.
`;

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const log = (text: string): void => void process.stderr.write(`${text}\n`);
const names = { strapi: 'strapi_bench', quire: 'quire_beside_strapi' } as const;
/** What a server does after it has answered writes, such as Quire's history, is counted with them. */
const settleMs = 1_500;
const connections = 4;

const secret = randomBytes(32).toString('base64');

interface Options {
  readonly folder: string;
  readonly serverUrl: string;
  readonly only: readonly string[];
  readonly rounds: number;
  readonly keep: boolean;
  readonly indexes: boolean;
}

function readOptions(): Options {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true, default: [''] },
      rounds: { type: 'string', default: '5' },
      keep: { type: 'boolean', default: false },
      'no-indexes': { type: 'boolean', default: false },
    },
  });
  const [folder] = positionals;
  const serverUrl = process.env['DATABASE_URL'];
  if (folder === undefined || serverUrl === undefined)
    throw new TypeError('The folder or DATABASE_URL is missing.');
  const { only, keep, 'no-indexes': noIndexes } = values;
  return { folder, serverUrl, only, keep, rounds: Number(values.rounds), indexes: !noIndexes };
}

const run = (options: Options): Promise<void> => closingAtEnd((closing) => bench(options, closing));

async function bench(options: Options, closing: Closing): Promise<void> {
  const admin = await connected(options.serverUrl, closing);
  const env = (name: string) => ({ DATABASE_URL: urlOf(options.serverUrl, name) });
  const strapiEnv = { ...env(names.strapi), STRAPI_TELEMETRY_DISABLED: 'true' };
  const quireEnv = { ...env(names.quire), DATABASE_INDEXES: 'auto', HOST: '127.0.0.1' };
  const strapiCommand: Command = {
    env: strapiEnv,
    cwd: options.folder,
    args: () => ['node_modules/@strapi/strapi/bin/strapi.js', 'start'],
  };
  const quireArgs = (...args: readonly string[]) => [
    here('../../bin/quire'),
    ...args,
    '--app',
    options.folder,
  ];

  if (!options.keep) closing.push(() => dropDatabases(admin));
  const { rows: found } = await admin.query('SELECT FROM pg_database WHERE datname = ANY ($1)', [
    Object.values(names),
  ]);
  if (found.length < 2) {
    await dropDatabases(admin);
    for (const name of Object.values(names)) await admin.query(`CREATE DATABASE ${name}`);
    await mkdir(join(options.folder, 'public/uploads'), { recursive: true });
    log('Strapi makes its tables');
    await (await startServer('Strapi', strapiCommand)).stop();
    log('Seeding');
    const content = await connected(strapiEnv.DATABASE_URL, closing);
    for (const text of (await readFile(here('seed.sql'), 'utf8')).split(/;\n/))
      if (text.trim() !== '') await content.query(text);
    log('Strapi exports, and Quire imports');
    const archive = join(options.folder, 'content');
    const exported = ['export', '--no-encrypt', '--no-compress', '--only', 'content', '--file', archive];
    runToEnd([...strapiCommand.args(0).slice(0, 1), ...exported], strapiEnv, options.folder);
    runToEnd(quireArgs('import', `${archive}.tar`), quireEnv);
    await rm(`${archive}.tar`);
  }

  const loader = startLoader();
  closing.push(async () => loader.stop());
  const chosen = strapiCases.filter(({ name }) => options.only.some((text) => name.includes(text)));
  const startQuire = () =>
    startServer('Quire', {
      env: quireEnv,
      args: (port) => ['--max-semi-space-size=8', ...quireArgs('start', '--port', String(port))],
    });
  if (options.indexes) {
    const asked = await startQuire();
    for (const one of chosen.filter(({ kind }) => kind === 'read')) {
      const order = { case: one.name, beside: false, port: asked.port, connections, from: 1 };
      await loader.load({ ...order, durationSeconds: 1 });
    }
    // It keeps at its end what it has counted.
    await asked.stop();
    makeIndexes(quireArgs, quireEnv);
  }
  await admin.query('CHECKPOINT');
  const strapi = await startServer('Strapi', strapiCommand);
  closing.push(() => strapi.stop());
  const quire = await startQuire();
  closing.push(() => quire.stop());
  const [strapiContent, quireContent] = [
    await connected(strapiEnv.DATABASE_URL, closing),
    await connected(quireEnv.DATABASE_URL, closing),
  ];
  const { rows } = await admin.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  if (postmaster === null) throw new Error('the database does not run on this machine');

  const contest: Contest = {
    quire: quire.port,
    handWritten: strapi.port,
    effort: effortFor('read', options.rounds),
    loader,
    settleMs,
    processorMs: (port) => ({
      server: processorMsOfTrees([port === quire.port ? quire.pid : strapi.pid]),
      database: processorMsOfTrees([postmaster]),
    }),
    async reset({ kind }) {
      if (kind !== 'write') return;
      for (const client of [strapiContent, quireContent])
        await client.query(`DELETE FROM restaurants WHERE slug LIKE 'new-%'`);
    },
    next: 1,
  };
  process.stdout.write(`${heading}\n`);
  for (const one of chosen) {
    const isPlaced = async () => true;
    contest.next = await compare(
      { quire: quire.port, handWritten: strapi.port, isPlaced },
      one,
      contest.next,
    );
    await contest.reset(one);
    const measuring = { ...contest, effort: effortFor(one.kind, options.rounds) };
    process.stdout.write(`${line(await measure(measuring, one))}\n`);
    contest.next = measuring.next;
  }
  for (const [name, { residentMB }] of Object.entries({ Quire: quire, Strapi: strapi }))
    log(`Resident memory of ${name}: ${await residentMB()} MB`);
}

/** V8 optimises what runs often after some thousands of requests, of which writes share less than reads. */
const effortFor = (kind: Case['kind'], rounds: number): Effort => ({
  rounds,
  durationSeconds: 2,
  warmUpSeconds: kind === 'read' ? 10 : 20,
  connections,
  logRounds: 0,
});

/** Makes now what a server makes by itself when it has had its questions for ten minutes. */
function makeIndexes(
  quireArgs: (...args: readonly string[]) => readonly string[],
  env: Readonly<Record<string, string>>,
): void {
  const listed = runToEnd(quireArgs('indexes'), env);
  log(listed);
  // For the others too little is read, however long they are asked.
  for (const [, name = ''] of listed.matchAll(/^proposed .*?(quire_auto_\S+).* (?:so far|only lately)$/gm))
    log(runToEnd(quireArgs('indexes', 'make', name), env));
}

const heading = [
  'case'.padEnd(36),
  ...['Strapi', 'its db', 'Quire', 'its db', 'factor'].map((name) => name.padStart(9)),
].join('');

function line({ name, cpu }: Measured): string {
  if (cpu === undefined) throw new Error('no processor time');
  const [quire, strapi] = cpu;
  const cells = [strapi.server, strapi.database, quire.server, quire.database].map((ms) => ms.toFixed(2));
  const factor = (strapi.server + strapi.database) / (quire.server + quire.database);
  return [name.padEnd(36), ...[...cells, factor.toFixed(1)].map((cell) => cell.padStart(9))].join('');
}

async function connected(url: string, closing: Closing): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  closing.push(() => client.end());
  return client;
}

async function dropDatabases(admin: Client): Promise<void> {
  for (const name of Object.values(names)) await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Returns what it prints. */
function runToEnd(args: readonly string[], env: Readonly<Record<string, string>>, cwd?: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'production', JWT_SECRET: secret, ...env },
    cwd,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.slice(0, 3).join(' ')} failed:\n${stdout}\n${stderr}`);
  return stdout;
}

try {
  await run(readOptions());
} catch (error) {
  const isUsage = error instanceof TypeError;
  process.stderr.write(isUsage ? `${error.message}\n\n${usage}` : `${inspect(error)}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
