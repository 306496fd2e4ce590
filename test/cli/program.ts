import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
export const programArguments = isBuilt()
  ? [fileURLToPath(new URL('bin/quire', root))]
  : ['--import', import.meta.resolve('tsx'), fileURLToPath(new URL('quire.ts', import.meta.url))];

/** The built program starts twice as fast; the sources are what counts when they are newer. */
function isBuilt(): boolean {
  const built = statSync(new URL('dist/src/bootstrap/cli.js', root), { throwIfNoEntry: false });
  if (built === undefined) return false;
  const sources = readdirSync(new URL('src', root), { recursive: true, encoding: 'utf8' });
  return sources.every((name) => statSync(new URL(`src/${name}`, root)).mtimeMs < built.mtimeMs);
}

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly notes: string;
}

export interface Program {
  readonly process: ChildProcess;
  readonly ended: Promise<Ran>;
  /** Resolves with the first group of `pattern` once standard error fits it; rejects when the program ends before. */
  says(pattern: RegExp): Promise<string>;
}

/** Runs the command line as a process of its own, in a directory that is not the app's. */
export function launch(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Program {
  const child = spawn(process.execPath, [...programArguments, ...argv], {
    cwd: tmpdir(),
    env: { ...process.env, NODE_ENV: 'test', HOST: undefined, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, notes] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (notes += text));
  const ended = new Promise<Ran>((resolve) => {
    child.once('close', (code) => resolve({ code, out, notes }));
  });
  const says = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const match = pattern.exec(notes);
        if (match) resolve(match[1] ?? '');
      };
      child.stderr.on('data', look);
      void ended.then(() => reject(new Error(`it ended before it said ${String(pattern)}:\n${notes}`)));
      look();
    });
  return { process: child, ended, says };
}

/** For the environment of a program that is to take the pipe of its notes for a terminal, and so to show progress. */
export const withTerminal = {
  NODE_OPTIONS: '--import=data:text/javascript,Object.assign(process.stderr,{isTTY:true,columns:200})',
};

export const run = (
  argv: readonly string[],
  env?: Readonly<Record<string, string | undefined>>,
): Promise<Ran> => launch(argv, env).ended;

export interface TestApp {
  readonly directory: string;
  remove(): Promise<void>;
}

export const chefFile = 'src/api/chef/content-types/chef/schema.json';

export const chefWith = (attributes: object): string =>
  JSON.stringify({
    kind: 'collectionType',
    collectionName: 'chefs',
    info: { singularName: 'chef', pluralName: 'chefs', displayName: 'Chef' },
    attributes,
  });

/** An app directory with one content-type, `api::chef.chef`, and the files given, by path. Values other than text are written as JSON. */
export async function makeApp(files: Readonly<Record<string, unknown>> = {}): Promise<TestApp> {
  const directory = await mkdtemp(join(tmpdir(), 'quire-test-'));
  // Else the account that PostgreSQL runs as when root tests could not enter, and the data would be kept elsewhere.
  await chmod(directory, 0o755);
  const all = { [chefFile]: chefWith({ Name: { type: 'string' } }), ...files };
  for (const [path, file] of Object.entries(all)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), typeof file === 'string' ? file : JSON.stringify(file));
  }
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) };
}
