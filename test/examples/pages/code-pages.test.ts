import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import sharp from 'sharp';
import { serveFolder, writeProject, type ServedProject } from '../../app-code/project.js';
import { codeBlocks, nameOf, root, type Block } from './code-blocks.js';
import { sharedFiles, tried } from './code-tries.js';
import { exceptionOf } from './exceptions.js';

const checked = (await codeBlocks()).filter(
  (block) => block.language === 'js' && exceptionOf(block) === undefined,
);

/** A block of a file begins with its path. */
const pathOf = ({ code }: Block): string | undefined => /^\/\/ (\S+\.m?js)\n/.exec(code)?.[1];

/** The blocks of each app of a page: one that writes a file again begins another, and code that is no file has its own. */
function appsOf(page: string): readonly (readonly Block[])[] {
  const blocks = checked.filter((block) => block.page === page);
  const apps: Block[][] = [];
  for (const block of blocks.filter((each) => pathOf(each) !== undefined)) {
    const last = apps.at(-1);
    if (last === undefined || last.some((other) => pathOf(other) === pathOf(block))) apps.push([block]);
    else last.push(block);
  }
  const fragments = blocks.filter((block) => pathOf(block) === undefined);
  return fragments.length === 0 ? apps : [...apps, fragments];
}

describe('code of apps in the documentation', function () {
  this.timeout(60_000);

  for (const page of new Set(checked.map((block) => block.page)))
    it(`runs: ${page}`, async () => {
      const { files = {}, environment = {}, tries = [] } = tried[page] ?? {};
      for (const [index, blocks] of appsOf(page).entries()) {
        const code = blocks.flatMap((block) => [[pathOf(block), block.code]] as const);
        const named = Object.fromEntries(code.filter(([path]) => path !== undefined));
        const project = await writeProject({ ...sharedFiles, ...files, ...named });
        try {
          await runScripts(blocks, project.directory);
          await serveFolder(
            project.directory,
            async (served) => {
              await runFragments(blocks, served);
              await tries[index]?.(served);
              expect(served.errors, blocks.map(nameOf).join(', ')).to.deep.equal([]);
            },
            environment,
          );
        } finally {
          await project.remove();
        }
      }
    });
});

/** Runs files of `scripts`, as their page says. */
async function runScripts(blocks: readonly Block[], directory: string): Promise<void> {
  const scripts = blocks.map(pathOf).filter((path) => path?.startsWith('scripts/'));
  if (scripts.length === 0) return;
  await mkdir(join(directory, 'node_modules'), { recursive: true });
  await symlink(root, join(directory, 'node_modules/quire-cms'));
  for (const script of scripts)
    await promisify(execFile)(process.execPath, ['--import', 'quire-cms/register', script!], {
      cwd: directory,
      env: { ...process.env, DATABASE_URL: 'memory:', NODE_ENV: 'test' },
    });
}

/** Runs code that is no file: what an app does with `strapi`. */
async function runFragments(blocks: readonly Block[], { strapi, directory }: ServedProject): Promise<void> {
  const fragments = blocks.filter((block) => pathOf(block) === undefined);
  if (fragments.length === 0) return;
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const seed = join(directory, 'seed');
  await mkdir(seed, { recursive: true });
  await sharp({ create: { width: 40, height: 30, channels: 3, background: 'green' } })
    .png()
    .toFile(join(seed, 'hills.png'));
  // The decoder of pictures is a process that begins here, and needs what runs TypeScript.
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
  const before = process.cwd();
  process.chdir(directory);
  try {
    for (const { code } of fragments) await AsyncFunction('strapi', code)(strapi);
  } finally {
    process.chdir(before);
  }
}
