import { execFile } from 'node:child_process';
import { cp, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { createQuire, type Quire } from '../../src/bootstrap/index.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const generator = join(root, 'test/openapi/client-generator/node_modules/openapi-typescript/bin/cli.js');
const tsc = join(root, 'node_modules/typescript/bin/tsc');

/** A program of a front end. Its types follow from the document: a mistyped attribute does not compile. */
const program = `
import createClient from 'openapi-fetch';
import type { paths } from './api.js';

const [url = '', token = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: url, headers: { Authorization: \`Bearer \${token}\` } });

const made = await client.POST('/api/restaurants', { body: { data: { Name: 'Generated', Rating: 4 } } });
const documentId: string = made.data!.data.documentId;
const rating: number | null | undefined = made.data!.data.Rating;
const one = await client.GET('/api/restaurants/{documentId}', { params: { path: { documentId } } });
const name: string | null | undefined = one.data?.data.Name;
const refused = await client.POST('/api/restaurants', { body: { data: { Rating: 1 } } });
console.log(JSON.stringify([name, rating, refused.error?.error.name, refused.response.status]));
`;

describe('a client that openapi-typescript generates', function () {
  this.timeout(120_000);
  let folder: string;
  let quire: Quire;

  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'quire-client-')));
    await cp(join(root, 'examples/restaurants'), join(folder, 'app'), {
      recursive: true,
      filter: (path) => !path.includes('.quire'),
    });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const env = { DATABASE_URL: 'memory:', PORT: '0', HOST: '127.0.0.1' };
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    quire = createQuire({ app: join(folder, 'app'), env, log });
  });

  after(async () => {
    await quire.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('compiles under strict settings, and works', async () => {
    const run = promisify(execFile);
    const node = (...args: readonly string[]) => run(process.execPath, [...args], { cwd: folder });
    const { url } = await quire.start();
    const { token } = await quire.app.access.createToken({ name: 'client', access: 'full-access' });
    await writeFile(join(folder, 'openapi.json'), await (await fetch(`${url}/api/openapi.json`)).text());
    await node(generator, 'openapi.json', '-o', 'api.ts');
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'program.ts'), program);
    await writeFile(join(folder, 'mistyped.ts'), program.replace('Rating: 4', "Rating: 'four'"));
    const options = [
      '--strict',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--types',
      'node',
      '--skipLibCheck',
    ];
    await node(tsc, ...options, 'program.ts');
    const failed: unknown = await node(tsc, '--noEmit', ...options, 'mistyped.ts').catch(
      (error: unknown) => error,
    );
    expect((failed as { readonly stdout: string }).stdout).to.match(/TS2322.*string/);
    const { stdout } = await node('program.js', url, token);
    expect(JSON.parse(stdout)).to.deep.equal(['Generated', 4, 'ValidationError', 400]);
  });
});
