import { expect } from 'chai';
import { openTestDatabase, type TestDatabase } from '../database.js';
import { launch, makeApp, run, type Program, type Ran, type TestApp } from './program.js';

/** An app on a PostgreSQL database, served by any number of processes. */
export interface Servers {
  /** Runs a command beside them. */
  quire(...argv: readonly string[]): Promise<Ran>;
  /** Runs one as a process of its own until the end of the test. */
  launch(...argv: readonly string[]): Program;
  /** Starts one more; answers the address of its API. */
  start(): Promise<string>;
  /** Those that were started, in order. */
  readonly programs: readonly Program[];
  /** Of the app. */
  directory(): string;
  /** Of the database. */
  url(): string;
}

/** For a suite: each of its tests has an app with these files, and a database of its own. */
export function useServers(files: Readonly<Record<string, unknown>>): Servers {
  let database: TestDatabase;
  let app: TestApp;
  const programs: Program[] = [];
  const environment = () => ({ DATABASE_URL: database.url });
  const launchHere = (...argv: readonly string[]): Program => {
    const program = launch([...argv, '--app', app.directory], environment());
    programs.push(program);
    return program;
  };

  beforeEach(async () => {
    database = await openTestDatabase();
    app = await makeApp(files);
  });

  afterEach(async () => {
    for (const program of programs.splice(0)) {
      program.process.kill('SIGKILL');
      await program.ended;
    }
    await app.remove();
    await database.close();
  });

  return {
    quire: (...argv) => run([...argv, '--app', app.directory], environment()),
    launch: launchHere,
    start: () => launchHere('start').says(/Serving (http:\S+)/),
    programs,
    directory: () => app.directory,
    url: () => database.url,
  };
}

/** Waits long enough for a slow machine: two seconds is the promise. */
export async function becomes(wanted: unknown, ask: () => Promise<unknown>): Promise<void> {
  const last = Date.now() + 10_000;
  let found = await ask();
  while (found !== wanted && Date.now() < last) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    found = await ask();
  }
  expect(found).to.equal(wanted);
}
