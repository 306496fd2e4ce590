import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { openTestDatabase } from '../database.js';
import { openTestMongo, skipWithoutMongo } from '../mongo.js';
import { openUntilEnd } from '../open-until-end.js';
import { startWriting, writtenApp } from './faulty-writing.js';
import { launch, makeApp, run, type Program, type TestApp } from './program.js';
import { openTcpProxy, type TcpProxy } from '../tcp-proxy.js';

/** `npm run chaos` asks for many. */
const rounds = Number(process.env['CHAOS_ROUNDS'] ?? 1);

/** Acknowledged writes before a fault: then every writer has one on its way. */
const enough = 200;

describe('a server that is killed, or whose database fails, while it writes', function () {
  this.timeout(120_000 * rounds);

  let app: TestApp;
  let program: Program | undefined;
  let token: string;
  let environment: Readonly<Record<string, string | undefined>>;

  const start = async (): Promise<string> => {
    program = launch(['start', '--app', app.directory], environment);
    return program.says(/Serving (http:\S+)/);
  };

  const kill = async (...pids: readonly (number | undefined)[]): Promise<void> => {
    for (const pid of [program?.process.pid, ...pids]) if (pid !== undefined) process.kill(pid, 'SIGKILL');
    await program?.ended;
  };

  const openApp = async (url: string | undefined): Promise<void> => {
    app = await makeApp(writtenApp);
    environment = { DATABASE_URL: url };
    const create = ['token', 'create', '--name', 'a', '--access', 'full-access', '--app', app.directory];
    token = (await run(create, environment)).out.trim();
  };

  const end = async (): Promise<void> => {
    program?.process.kill('SIGTERM');
    await program?.ended;
    await app.remove();
  };

  /** Writes, has `fail` do its worst, and looks at what is there; `fail` answers where the server is then. */
  const survives = async (fail: (url: string, round: number) => Promise<string>): Promise<void> => {
    let url = await start();
    let total = 0;
    for (let round = 0; round < rounds; round++) {
      const writing = await startWriting(url, token);
      await writing.more(enough);
      const next = await fail(url, round);
      if (next === url) await writing.more(enough / 2);
      await writing.stop();
      url = next;
      total += await writing.check(url);
      await clear(url);
    }
    expect(total).to.be.at.least(enough * rounds);
  };

  /** So that a round sees only what it wrote. */
  const clear = async (url: string): Promise<void> => {
    if (rounds === 1) return;
    const headers = { authorization: `Bearer ${token}` };
    for (let left = true; left;) {
      const list = await fetch(`${url}/chefs?fields=id&pagination[pageSize]=100`, { headers });
      const { data } = (await list.json()) as { data: readonly { documentId: string }[] };
      for (const { documentId } of data)
        await fetch(`${url}/chefs/${documentId}`, { method: 'DELETE', headers });
      left = data.length > 0;
    }
  };

  describe('on the built-in PostgreSQL', () => {
    beforeEach(() => openApp(undefined));
    afterEach(end);

    const postmaster = async (): Promise<number> => {
      const home = join(app.directory, '.quire/postgres');
      return Number((await readFile(join(home, 'data/postmaster.pid'), 'utf8')).split('\n')[0]);
    };

    it('has every acknowledged write and no partial one after it was killed', () =>
      survives(async () => {
        await kill();
        return start();
      }));

    it('keeps its promise after it was killed with its database', () =>
      survives(async () => {
        await kill(await postmaster());
        return start();
      }));
  });

  const databases = [
    { name: 'PostgreSQL', open: () => openTestDatabase(), skip: async () => {} },
    { name: 'MongoDB', open: openTestMongo, skip: skipWithoutMongo },
  ] as const;
  for (const { name, open, skip } of databases)
    describe(`on ${name}`, () => {
      let proxy: TcpProxy;
      let close: () => Promise<void>;

      before(function () {
        return skip(this);
      });

      beforeEach(async () => {
        const database = await open();
        close = database.close;
        proxy = await openTcpProxy(database.url);
        await openApp(proxy.url);
      });

      afterEach(async () => {
        await end();
        await proxy.down();
        // MongoDB keeps the transaction of a killed server for up to a minute, and drops no database until then.
        openUntilEnd(close);
      });

      it('has every acknowledged write and no partial one after it was killed', () =>
        survives(async () => {
          await kill();
          return start();
        }));

      it('keeps them and continues after its database was unreachable', () =>
        survives(async (url, round) => {
          await proxy.down();
          await pause(500 + 500 * (round % 10));
          await proxy.up();
          return url;
        }));

      it('keeps them and continues after its database did not answer for a while', () =>
        survives(async (url, round) => {
          proxy.hold();
          await pause(1_000 + 1_000 * (round % 10));
          proxy.release();
          return url;
        }));
    });
});
