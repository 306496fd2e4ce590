import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { Client } from 'pg';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../../src/adapters/embedded-postgres/start-embedded-postgres.js';
import { ensureCluster } from '../../../src/adapters/embedded-postgres/create-cluster.js';
import { dataPlace } from '../../../src/adapters/embedded-postgres/data-place.js';
import { findBinaries } from '../../../src/adapters/embedded-postgres/find-binaries.js';
import {
  findPostmaster,
  startPostmaster,
  stopPostmaster,
} from '../../../src/adapters/embedded-postgres/postmaster.js';
import type { Failure } from '../../../src/domain/failure.js';
import { until } from '../../until.js';

const isRoot = process.getuid?.() === 0;
const program = fileURLToPath(new URL('use-server.ts', import.meta.url));

const ignore = (): void => undefined;
const quiet = {
  log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  onProgress: ignore,
};

/** As root, the server runs as somebody else, who must be able to come by. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-embedded-'));
  chmodSync(folder, 0o755);
  return folder;
}

describe('the embedded PostgreSQL', () => {
  let app: string;
  let dataDir: string;
  let progress: string[];
  let logged: string[];
  const left: (() => Promise<void> | void)[] = [];

  /** A folder with a database in it, which cases copy: making one takes seconds. */
  let made: string;

  before(async () => {
    made = temporaryFolder();
    const server = await startEmbeddedPostgres({ ...quiet, dataDir: join(made, '.quire', 'postgres') });
    if (!server.ok) throw new Error(server.failure.message);
    await server.value.stop();
  });
  after(() => rmSync(made, { recursive: true, force: true }));
  beforeEach(() => {
    app = temporaryFolder();
    execFileSync('cp', ['-a', join(made, '.quire'), app]);
    dataDir = join(app, '.quire', 'postgres');
    progress = [];
    logged = [];
  });
  afterEach(async () => {
    for (const leave of left.splice(0).reverse()) await leave();
    rmSync(app, { recursive: true, force: true });
  });

  const begin = () =>
    startEmbeddedPostgres({
      dataDir,
      log: { ...quiet.log, info: (message) => logged.push(message) },
      onProgress: (message) => progress.push(message),
    });

  async function start(): Promise<EmbeddedPostgres> {
    const started = await begin();
    if (!started.ok) throw new Error(started.failure.message);
    left.push(() => started.value.stop());
    return started.value;
  }

  async function refused(): Promise<Failure> {
    const started = await begin();
    if (!started.ok) return started.failure;
    await started.value.stop();
    throw new Error('it started');
  }

  it('makes a database the first time, says so, and has it again the next time', async () => {
    rmSync(dataDir, { recursive: true });
    const first = await start();
    expect(progress).to.have.lengthOf(1);
    expect(progress[0]).to.match(/^Making a database/);
    await ask(first.url, 'CREATE TABLE kept AS SELECT 1 AS n');
    await first.stop();
    const second = await start();
    expect(progress).to.have.lengthOf(1);
    expect(await ask(second.url, 'SELECT n FROM kept')).to.deep.equal([{ n: 1 }]);
  });

  it('listens on the loopback address alone, behind a password of its own, and writes durably', async () => {
    const { url } = await start();
    const [row] = await ask(
      url,
      `SELECT current_setting('listen_addresses') AS at, current_setting('fsync') AS fsync,
        current_setting('synchronous_commit') AS commit`,
    );
    expect(row).to.deep.equal({ at: '127.0.0.1', fsync: 'on', commit: 'on' });
    const socketFolder = readFileSync(join(dataDir, 'data', 'postmaster.pid'), 'utf8').split('\n')[4];
    expect(socketFolder).to.equal('');
    expect(statSync(join(dataDir, 'password')).mode & 0o077).to.equal(0);
    const wrong = new URL(url);
    wrong.password = 'guess';
    expect(await ask(wrong.href, 'SELECT 1').catch((error: Error) => error.message)).to.match(/password/);
  });

  it('folds case in every script, and sorts by bytes', async () => {
    const { url } = await start();
    const [row] = await ask(
      url,
      `SELECT lower('ÄÉЖ') AS low, 'a' > 'B' AS bytes, count(*) > 0 AS icu FROM pg_collation WHERE collname = 'und-x-icu'`,
    );
    expect(row).to.deep.equal({ low: 'äéж', bytes: true, icu: true });
  });

  it('is used as an ordinary role, which owns its database and reaches nothing else', async () => {
    const { url } = await start();
    expect(await ask(url, roleOfSession)).to.deep.equal([ordinary]);
    for (const text of [
      `SELECT pg_read_file('/etc/passwd')`,
      `COPY (SELECT 1) TO PROGRAM 'true'`,
      'CREATE ROLE other',
      'CREATE DATABASE other',
      'ALTER ROLE quire SUPERUSER',
      'SET ROLE quire_admin',
      'SELECT rolpassword FROM pg_authid',
    ])
      expect(await ask(url, text).catch(codeOf), text).to.equal('42501');
    const admin = new URL(url);
    admin.username = 'quire_admin';
    expect(await ask(admin.href, 'SELECT 1').catch((error: Error) => error.message)).to.match(/password/);
  });

  it('makes the superuser of a former version an ordinary role, which keeps its data', async () => {
    rmSync(dataDir, { recursive: true });
    const former = await startFormer();
    expect(await ask(former.url, roleOfSession)).to.deep.equal([{ super: true, createdb: true, owns: true }]);
    await ask(former.url, formerData);
    await former.stop();
    for (const _ of ['the first start', 'another']) {
      const { url, stop } = await start();
      expect(await ask(url, roleOfSession)).to.deep.equal([ordinary]);
      expect(await ask(url, ownedByOthers)).to.deep.equal([]);
      await ask(
        url,
        `INSERT INTO kept (mood) VALUES ('glad'); ALTER TABLE kept ADD IF NOT EXISTS more int;
          ALTER TYPE mood ADD VALUE IF NOT EXISTS 'new'; CREATE OR REPLACE VIEW seen AS SELECT n FROM kept`,
      );
      await stop();
    }
    const { url } = await start();
    expect(await ask(url, 'SELECT n, mood, more FROM kept ORDER BY n')).to.deep.equal(
      ['calm', 'glad', 'glad'].map((mood, index) => ({ n: index + 1, mood, more: null })),
    );
  });

  it('leaves that superuser as it is where its tables are held, and says what to do', async () => {
    rmSync(dataDir, { recursive: true });
    const former = await startFormer();
    await ask(former.url, formerData);
    const holder = new Client({ connectionString: former.url });
    holder.on('error', () => undefined);
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE kept IN ACCESS SHARE MODE');
    expect((await refused()).message).to.match(/"quire" is a superuser.*stop whatever else uses/);
    await holder.end();
    const again = await startFormer();
    expect(await ask(again.url, roleOfSession)).to.deep.equal([{ super: true, createdb: true, owns: true }]);
    await again.stop();
    const { url } = await start();
    expect(await ask(url, roleOfSession)).to.deep.equal([ordinary]);
  });

  it('is one server for all its users, and ends with the last', async () => {
    const first = await start();
    const second = await start();
    expect(second.url).to.equal(first.url);
    await first.stop();
    await first.stop();
    expect(await ask(second.url, 'SELECT 1 AS n')).to.deep.equal([{ n: 1 }]);
    await second.stop();
    expect(await ask(second.url, 'SELECT 1').catch(codeOf)).to.equal('ECONNREFUSED');
    expect(readdirSync(join(dataDir, 'users'))).to.deep.equal([]);
    expect(existsSync(join(dataDir, 'lock'))).to.equal(false);
  });

  it('is started once by processes that come at the same time', async () => {
    const users = await Promise.all([useServer(), useServer(), useServer()]);
    expect(new Set(users.map(({ url }) => url)).size).to.equal(1);
    for (const { leave } of users) await leave();
    expect(await ask(users[0]?.url ?? '', 'SELECT 1').catch(codeOf)).to.equal('ECONNREFUSED');
  });

  it('outlives a killed process, is found by the next, and ends with that', async () => {
    const killed = await useServer();
    await ask(killed.url, 'CREATE TABLE kept AS SELECT 1 AS n');
    await killed.kill();
    expect(await ask(killed.url, 'SELECT n FROM kept')).to.deep.equal([{ n: 1 }]);
    const next = await start();
    expect(next.url).to.equal(killed.url);
    await next.stop();
    expect(await ask(next.url, 'SELECT 1').catch(codeOf)).to.equal('ECONNREFUSED');
  });

  it('is started again at its address when it dies while it is used', async () => {
    const { url, stop } = await start();
    await ask(url, 'CREATE TABLE kept AS SELECT 1 AS n');
    const file = join(dataDir, 'data', 'postmaster.pid');
    process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL');
    let found: unknown;
    for (let tries = 0; found === undefined && tries < 100; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      found = await ask(url, 'SELECT n FROM kept').catch(() => undefined);
    }
    expect(found).to.deep.equal([{ n: 1 }]);
    await stop();
    expect(existsSync(file)).to.equal(false);
  });

  it('comes back after the server itself was killed, whoever has its pid now', async () => {
    const first = await useServer();
    await ask(first.url, 'CREATE TABLE kept AS SELECT 1 AS n');
    const file = join(dataDir, 'data', 'postmaster.pid');
    const lines = readFileSync(file, 'utf8').split('\n');
    await first.kill();
    process.kill(Number(lines[0]), 'SIGKILL');
    await until(async () => (await ask(first.url, 'SELECT 1').catch(codeOf)) === 'ECONNREFUSED');
    writeFileSync(file, [String(process.pid), ...lines.slice(1)].join('\n'));
    const second = await start();
    expect(await ask(second.url, 'SELECT n FROM kept')).to.deep.equal([{ n: 1 }]);
  });

  it('breaks the lock of a process that is gone', async () => {
    writeFileSync(join(dataDir, 'lock'), JSON.stringify({ pid: process.pid, started: 'long ago' }));
    await start();
  });

  it('tells why it cannot start, with the last words of the server', async () => {
    const conf = join(dataDir, 'data', 'postgresql.conf');
    writeFileSync(conf, `${readFileSync(conf, 'utf8')}\nwork_mem = 'a lot'\n`);
    const { code, message } = await refused();
    expect(code).to.equal('STORE.UNAVAILABLE');
    expect(message).to.include('invalid value for parameter "work_mem"');
  });

  it('refuses data of another PostgreSQL, and data without its password', async () => {
    const version = join(dataDir, 'data', 'PG_VERSION');
    const own = readFileSync(version);
    writeFileSync(version, '9.6\n');
    expect((await refused()).message).to.include('was made by PostgreSQL 9.6');
    writeFileSync(version, own);
    rmSync(join(dataDir, 'password'));
    expect((await refused()).message).to.include('password');
  });

  it('names the folder that it cannot write', async () => {
    const file = join(app, 'file');
    writeFileSync(file, '');
    dataDir = join(file, 'postgres');
    expect((await refused()).message).to.include(dataDir);
  });

  if (isRoot) {
    it('leaves everything in an ordinary user’s folder to that user', async () => {
      rmSync(join(app, '.quire'), { recursive: true });
      const nobody = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }));
      chownSync(app, nobody, nobody);
      const { stop } = await start();
      const owners = ['..', '.', 'data', 'password', 'users', 'postgres.log'].map(
        (name) => statSync(join(dataDir, name)).uid,
      );
      expect(owners).to.deep.equal(owners.map(() => nobody));
      await stop();
    });

    it('goes elsewhere as root when its user cannot enter the folder, says where, and finds that again', async () => {
      rmSync(dataDir, { recursive: true });
      chmodSync(app, 0o700);
      const first = await start();
      const place = readFileSync(join(dataDir, 'location'), 'utf8').trim();
      left.unshift(() => rmSync(dirname(place), { recursive: true, force: true }));
      expect(logged[0]).to.include(place).and.include('cannot enter');
      await ask(first.url, 'CREATE TABLE kept AS SELECT 1 AS n');
      await first.stop();
      const second = await start();
      expect(await ask(second.url, 'SELECT n FROM kept')).to.deep.equal([{ n: 1 }]);
    });
  } else {
    it('names the folder that belongs to somebody else', async () => {
      chmodSync(dataDir, 0o500);
      left.unshift(() => chmodSync(dataDir, 0o700));
      expect((await refused()).message)
        .to.include('may not write')
        .and.include(dataDir);
    });
  }

  /** A server as former versions made it: `quire` is the role that initdb makes. */
  async function startFormer(): Promise<EmbeddedPostgres> {
    mkdirSync(dataDir, { recursive: true });
    const place = dataPlace(dataDir);
    const binaries = await findBinaries(place.account, place.copies);
    await ensureCluster(place, binaries, ignore);
    const { port } = findPostmaster(place.data) ?? (await startPostmaster(place, binaries, {}));
    const password = readFileSync(place.password, 'utf8');
    left.push(async () => void (await stopPostmaster(place, binaries)));
    return {
      url: `postgres://quire:${password}@127.0.0.1:${port}/postgres`,
      stop: async () => void (await stopPostmaster(place, binaries)),
    };
  }

  /** Another process that uses the server of `dataDir`. */
  async function useServer(): Promise<{ url: string; leave(): Promise<void>; kill(): Promise<void> }> {
    const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', program, dataDir], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    left.push(() => void child.kill('SIGKILL'));
    if (child.stdout === null) throw new Error('no output');
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const { url } = JSON.parse(line) as { url?: string };
    if (url === undefined) throw new Error(line);
    return {
      url,
      async leave() {
        child.stdin?.end();
        await exit;
      },
      async kill() {
        child.kill('SIGKILL');
        await exit;
      },
    };
  }
});

const ordinary = { super: false, createdb: false, owns: true };

const roleOfSession = `SELECT rolsuper AS super, rolcreatedb AS createdb,
    pg_get_userbyid(datdba) = current_user AS owns
  FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`;

/** A thing of each kind that a database of Quire, or a migration of an app, may have. */
const formerData = `
  CREATE TYPE mood AS ENUM ('calm', 'glad');
  CREATE DOMAIN short AS text CHECK (length(value) < 9);
  CREATE TYPE pair AS (a int, b int);
  CREATE COLLATION folded (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
  CREATE TABLE kept (n int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, old serial, mood mood,
    name text COLLATE folded, tag short);
  CREATE SEQUENCE alone;
  CREATE VIEW seen AS SELECT n FROM kept;
  CREATE MATERIALIZED VIEW stored AS SELECT n FROM kept;
  CREATE FUNCTION twice(x int) RETURNS int LANGUAGE sql AS 'SELECT 2 * x';
  CREATE STATISTICS both_of ON n, mood FROM kept;
  CREATE SCHEMA "Other one";
  CREATE TABLE "Other one"."Table" AS SELECT 1 AS n;
  INSERT INTO kept (mood) VALUES ('calm')`;

const ownedByOthers = `
  SELECT relname AS name FROM pg_class WHERE oid >= 16384 AND relowner <> current_user::regrole
  AND relnamespace <> 'pg_toast'::regnamespace
  UNION ALL SELECT typname FROM pg_type WHERE oid >= 16384 AND typowner <> current_user::regrole
  UNION ALL SELECT proname FROM pg_proc WHERE oid >= 16384 AND proowner <> current_user::regrole
  UNION ALL SELECT collname FROM pg_collation WHERE oid >= 16384 AND collowner <> current_user::regrole
  UNION ALL SELECT stxname FROM pg_statistic_ext WHERE stxowner <> current_user::regrole
  UNION ALL SELECT nspname FROM pg_namespace WHERE oid >= 16384 AND nspowner <> current_user::regrole`;

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;
