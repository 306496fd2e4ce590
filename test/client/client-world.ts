import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '../../src/client/index.js';
import { createQuire, type Quire } from '../../src/bootstrap/index.js';
import { root } from '../types/compile.js';

/** The names of this project are checked in test/types; here only what happens matters. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyClient = Client<any>;

/** A server of test/projects/typed in memory. */
export interface ClientWorld {
  readonly quire: Quire;
  readonly url: string;
  /** With the rights of everything. */
  readonly full: AnyClient;
  /** Without a token: may find articles, authors, categories and files. */
  readonly anybody: AnyClient;
  stop(): Promise<void>;
}

export const builtClient = join(root, 'dist/src/client');

const page = '<!doctype html><title>page</title>';
const readable = [
  'api::article.article',
  'api::author.author',
  'api::category.category',
  'plugin::upload.file',
];

export async function openClientWorld(): Promise<ClientWorld> {
  const app = await mkdtemp(join(tmpdir(), 'quire-client-'));
  await cp(join(root, 'test/projects/typed/src'), join(app, 'src'), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  });
  await mkdir(join(app, 'public/client'), { recursive: true });
  await writeFile(join(app, 'public/page.html'), page);
  for (const name of await readdir(builtClient).catch(() => []))
    if (name.endsWith('.js')) await cp(join(builtClient, name), join(app, 'public/client', name));
  const log = { debug() {}, info() {}, warn() {}, error: console.error };
  const env = { DATABASE_URL: 'memory:', PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'test' };
  const quire = createQuire({ app, env, log });
  const { url } = await quire.start();
  for (const uid of readable) await quire.app.access.grant('public', uid, ['find', 'findOne']);
  await quire.app.locales.add('fr');
  const { token } = await quire.app.access.createToken({ name: 'client', access: 'full-access' });
  const stop = async () => {
    await quire.stop();
    await rm(app, { recursive: true, force: true });
  };
  const baseUrl = `${url}/api/`;
  return { quire, url, full: createClient({ baseUrl, token }), anybody: createClient({ baseUrl }), stop };
}

/** What a promise rejects with. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
