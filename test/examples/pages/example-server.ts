import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createQuire, type AppObject } from '../../../src/bootstrap/index.js';
import { initProject } from '../../../src/bootstrap/init-project.js';
import { openTestDatabase } from '../../database.js';
import { root } from './code-blocks.js';

/** A server over a project in a folder of its own, on a database that commands can open too. */
export interface ExampleServer {
  readonly url: string;
  /** The app directory. */
  readonly directory: string;
  readonly databaseUrl: string;
  readonly strapi: AppObject;
  /** An API token with full access. */
  readonly token: string;
  /** What it has logged. */
  readonly said: readonly Said[];
  /** Serves the files of the project as they are now. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface Said {
  readonly message: string;
  readonly fields: object;
}

/** Serves examples/restaurants with its content, in the folder that a clone has it in. */
export const serveRestaurants = (): Promise<ExampleServer> =>
  serve('examples/restaurants', (directory) =>
    cp(join(root, 'examples/restaurants'), directory, {
      recursive: true,
      filter: (path) => !path.includes('.quire'),
    }),
  );

/** Serves what `quire init my-project --yes` writes. */
export const serveNewProject = (): Promise<ExampleServer> =>
  serve('my-project', async (directory) => {
    const made = await initProject({ directory, yes: true }, undefined);
    if (!made.ok) throw new Error(made.failure.message);
  });

async function serve(name: string, write: (directory: string) => Promise<void>): Promise<ExampleServer> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-docs-'));
  const directory = join(folder, name);
  await mkdir(dirname(directory), { recursive: true });
  await write(directory);
  const database = await openTestDatabase();
  const said: Said[] = [];
  const note = (message: string, fields: object = {}): void => void said.push({ message, fields });
  const log = { debug: note, info: note, warn: note, error: note };
  const env = {
    DATABASE_URL: database.url,
    HOST: '127.0.0.1',
    REQUEST_LOG: 'true',
    NODE_ENV: 'development',
  };
  const quire = createQuire({ app: directory, env: { ...env, PORT: '0' }, log });
  const { url } = await quire.start();
  const { token } = await quire.app.access.createToken({
    name: 'reader of the pages',
    access: 'full-access',
  });
  let current = quire;
  return {
    url,
    directory,
    databaseUrl: database.url,
    get strapi() {
      return current.app;
    },
    token,
    said,
    restart: async () => {
      await current.stop();
      current = createQuire({ app: directory, env: { ...env, PORT: new URL(url).port }, log });
      await current.start();
    },
    stop: async () => {
      await current.stop();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The names of the scripts of package.json. */
export async function scriptNames(): Promise<readonly string[]> {
  const { scripts } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  return Object.keys(scripts);
}
