import type { Page } from 'puppeteer-core';
import { openTestDatabase } from '../../database.js';
import { freePort } from '../../free-port.js';
import { createBrowser, password, type Browser as Client } from '../../http/admin/admin-world.js';
import { openTestMongo } from '../../mongo.js';
import { launch, makeApp, run, type Program } from '../../cli/program.js';

export const email = 'robot@example.org';

/** A server process on a database that outlives it, always at the same address. */
export interface KilledServer {
  readonly url: string;
  start(): Promise<void>;
  /** As `kill -9` does. */
  kill(): Promise<void>;
  /** The administrator outside of the browser. */
  signedIn(): Promise<Client>;
  stop(): Promise<void>;
}

/** On PostgreSQL, or on MongoDB where `HTTP_STORE` says so. */
export async function openKilledServer(files: Readonly<Record<string, unknown>>): Promise<KilledServer> {
  const isMongo = process.env['HTTP_STORE'] === 'mongodb';
  const database = await (isMongo ? openTestMongo() : openTestDatabase());
  const app = await makeApp(files);
  const port = await freePort();
  const environment = {
    DATABASE_URL: database.url,
    PORT: String(port),
    HOST: '127.0.0.1',
    SIGN_IN_ATTEMPTS: '0',
    RATE_LIMIT: 'false',
  };
  let program: Program | undefined;
  const url = `http://127.0.0.1:${port}`;
  const kill = async (): Promise<void> => {
    program?.process.kill('SIGKILL');
    await program?.ended;
    program = undefined;
  };
  const create = ['admin', 'create', email, 'Robot', '--password', password, '--app', app.directory];
  const { code, notes } = await run(create, environment);
  if (code !== 0) throw new Error(notes);
  return {
    url,
    async start() {
      program = launch(['start', '--app', app.directory], environment);
      await program.says(/Serving (http:\S+)/);
    },
    kill,
    async signedIn() {
      const client = createBrowser(url);
      // Connections to a server that was killed fail.
      const answers = (): Promise<boolean> =>
        client.api('POST', 'sign-in', { email, password }).then(
          () => true,
          () => false,
        );
      for (let left = 10; left > 0 && !(await answers()); left -= 1);
      client.csrf = (await client.api('GET', 'start')).body.data.csrf as string;
      return client;
    },
    async stop() {
      await kill();
      await app.remove();
      await database.close();
    },
  };
}

/** Signs a tab in by the form that it shows. */
export async function signIn(tab: Page): Promise<void> {
  await tab.waitForSelector('input[name=email]');
  await tab.type('input[name=email]', email);
  await tab.type('input[name=password]', password);
  await tab.click('button');
}
