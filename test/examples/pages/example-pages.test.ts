import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { textOf } from '../../../src/domain/document/text-of.js';
import sharp from 'sharp';
import { openTestDatabase, type TestDatabase } from '../../database.js';
import { chefFile, chefWith } from '../../cli/program.js';
import { codeBlocks, nameOf, type Block } from './code-blocks.js';
import { runCommand, serveCommands, type CommandServer } from './command-server.js';
import { dataChecks } from './data-blocks.js';
import { scriptNames, serveNewProject, serveRestaurants, type ExampleServer } from './example-server.js';
import { exceptionOf } from './exceptions.js';
import { runShellBlocks } from './shell-blocks.js';

const checked = (await codeBlocks()).filter((block) => exceptionOf(block) === undefined);
const isShell = ({ language }: Block): boolean => language === 'sh';
const isData = ({ language }: Block): boolean => !['sh', 'js', 'ts'].includes(language);
const pagesWith = (fits: (block: Block) => boolean): readonly string[] => [
  ...new Set(checked.filter(fits).map(({ page }) => page)),
];

describe('commands, requests and data in the documentation', function () {
  this.timeout(120_000);
  const printed = new Map<Block, string>();
  const databases: TestDatabase[] = [];
  let restaurants: ExampleServer;
  let commands: CommandServer;
  /** Of a user of the restaurants. */
  let session: string;
  /** The database of commands. */
  let databaseUrl: string;

  const emptyDatabase = async (): Promise<string> => {
    const database = await openTestDatabase();
    databases.push(database);
    return database.url;
  };

  before(async function () {
    try {
      execFileSync('bash', ['-c', 'command -v curl']);
    } catch {
      process.emitWarning('bash and curl are needed for the examples of the pages', 'SkippedSuite');
      return this.skip();
    }
    restaurants = await serveRestaurants();
    session = await signUp(restaurants);
    let filled = '';
    commands = await serveCommands(async ([command, ...operands]) => {
      if (command !== 'restore' && command !== 'import') return databaseUrl;
      if (!operands.includes('--verify')) filled = await emptyDatabase();
      return filled;
    });
    return undefined;
  });

  after(async () => {
    await commands?.stop();
    await restaurants?.stop();
    for (const database of databases) await database.close();
  });

  const runBlocks = async (blocks: readonly Block[], server: ExampleServer): Promise<void> => {
    ({ databaseUrl } = server);
    const folder = dirname(dirname(server.directory));
    const { url, directory, token } = server;
    const outputs = await runShellBlocks(blocks, {
      folder,
      cwd: blocks[0]?.page === 'README' ? folder : directory,
      commandsUrl: commands.url,
      scripts: await scriptNames(),
      meant: [
        ['http://127.0.0.1:1337', url],
        ['localhost:1337', new URL(url).host],
        ['mongodb://user:password@host:port/name', await emptyDatabase()],
        ['--app DIR', `--app ${directory}`],
        ['--key KEY', "--key 'sixteen letters and more'"],
        ['--document a1b2c3d4e5f6g7h8i9j0k1l2', '--limit 1'],
        ['Bearer TOKEN', `Bearer ${token}`],
        ['NAME…', leftOver],
      ],
      variables: await variablesOf(server),
    });
    for (const [block, output] of outputs) printed.set(block, output);
  };

  const variablesOf = async ({ strapi, token }: ExampleServer) => {
    const idOf = async (name: string): Promise<string> =>
      textOf((await strapi.documents(`api::${name}.${name}`).findFirst({}))?.['documentId']);
    const isRestaurants = 'api::restaurant.restaurant' in strapi.contentTypes;
    const [article, restaurant, category] = isRestaurants
      ? [await idOf('article'), await idOf('restaurant'), await idOf('category')]
      : ['', '', ''];
    return ({ code }: Block) => ({
      TOKEN: token,
      ID: /articles\/\$ID|article\.article/.test(code) ? article : restaurant,
      CATEGORY: category,
      JWT: session,
    });
  };

  // Strapi has no place for what other pages grant, so `quire export` comes first.
  const shared = pagesWith(isShell).filter((page) => !['getting-started', 'import'].includes(page));
  for (const page of ['import', ...shared])
    it(`are accepted: ${page}`, async () => {
      const { directory } = restaurants;
      for (const folder of [directory, join(directory, '../..')])
        await writeFile(join(folder, 'hills.png'), await picture());
      if (page === 'schema-changes') await leaveOver(restaurants);
      await runBlocks(
        checked.filter((block) => block.page === page && isShell(block)),
        restaurants,
      );
    });

  it('are accepted in a new project: getting-started', async () => {
    const project = await serveNewProject();
    try {
      const blocks = checked.filter(({ page }) => page === 'getting-started');
      const file = blocks.findIndex(({ language }) => language === 'json');
      await runBlocks(blocks.slice(0, file), project);
      const path = join(project.directory, chefFile.replaceAll('chef', 'recipe'));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, blocks[file]!.code);
      await project.restart();
      await runBlocks(blocks.slice(file + 1), project);
    } finally {
      await project.stop();
    }
  });

  for (const page of pagesWith(isData))
    it(`are what the server takes and answers: ${page}`, async () => {
      const blocks = checked.filter((block) => block.page === page && isData(block));
      const checks = dataChecks[page] ?? [];
      expect(checks, `a check for each of ${blocks.map(nameOf).join(', ')}`).to.have.length(blocks.length);
      for (const [index, block] of blocks.entries())
        await checks[index]!(block, { server: restaurants, printed: lastBefore });
    });

  const lastBefore = ({ page, line }: Block): string =>
    [...printed].findLast(([block]) => block.page === page && block.line < line)?.[1] ?? '';
});

const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: 'green' } })
    .png()
    .toBuffer();

/** Returns the session of a user. */
async function signUp({ url }: ExampleServer): Promise<string> {
  const answer = await fetch(`${url}/api/auth/local/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'reader', email: 'reader@example.com', password: 'correct horse' }),
  });
  const { jwt } = (await answer.json()) as { readonly jwt: string };
  return jwt;
}

/** A table. */
const leftOver = 'spares';

/** Leaves the table of a content-type that was there once. */
async function leaveOver({ directory, databaseUrl }: ExampleServer): Promise<void> {
  const path = join(directory, chefFile.replaceAll('chef', 'spare'));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, chefWith({ Name: { type: 'string' } }).replaceAll('chef', 'spare'));
  await runCommand(directory, ['schema', 'apply'], databaseUrl);
  await rm(join(directory, 'src/api/spare'), { recursive: true });
}
