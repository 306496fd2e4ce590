import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { nearestName } from '../../domain/nearest-name.js';
import { nameIn } from './code-directory.js';
import { projectFiles } from './project-files.js';

/** A kind of file in existing projects that has no effect here. */
interface UnrunFiles {
  readonly kind: string;
  readonly pattern: Pick<RegExp, 'test'>;
  /** The consequence for the app. */
  readonly meaning: string;
  /** Whether a file has its effect all the same if other code has loaded it. */
  readonly unlessLoaded?: true;
}

/** A file where `index` is read, with a name that differs from that by a letter or two that are swapped. */
function isNearlyIndex(file: string): boolean {
  const [, name] = /^src\/(?:api\/[^/]+\/)?([^/.]+)\.[cm]?[jt]s$/.exec(file) ?? [];
  return name !== undefined && name !== 'index' && nearestName(name, ['index'], 1) !== undefined;
}

/**
 * All code of existing projects that is not run. When something becomes supported, remove it here and from
 * docs/coming-from-strapi.md.
 */
const table: readonly UnrunFiles[] = [
  {
    kind: 'files of extensions',
    pattern: /^src\/extensions\/(?![^/]+\/strapi-server\.).+\.[cm]?[jt]s$/,
    meaning: 'as nothing loads them: require them in strapi-server',
    unlessLoaded: true,
  },
  {
    kind: 'files in folders of controllers, services, routes, policies and middlewares',
    pattern:
      /^src\/(api\/[^/]+\/(controllers|services|routes|policies|middlewares)|policies|middlewares)\/[^/]+\/.+\.[cm]?[jt]s$/,
    meaning: 'as nothing loads them: move them up, or require them',
    unlessLoaded: true,
  },
  {
    kind: 'files with nearly the name of index',
    pattern: { test: isNearlyIndex },
    meaning: 'as nothing loads them: call them index, or require them',
    unlessLoaded: true,
  },
  {
    kind: 'plugins',
    pattern: /^src\/plugins\/[^/]+\/(package\.json|strapi-server\.[cm]?[jt]s)$/,
    meaning: 'there are no plugins: what they serve or change is missing',
  },
  {
    kind: 'changes of the admin panel',
    pattern: /^src\/admin\/(?!.*\.example\.)[^/]+\.[cm]?[jt]sx?$/,
    meaning: 'the admin page takes no code of a project',
  },
];

/**
 * Returns one sentence for each kind of code file that has no effect, with its files. Call it when the code of the app
 * is loaded. Code is in `codeDir`; messages name files relative to `appDir`.
 */
export async function unrunCode(appDir: string, codeDir = appDir): Promise<readonly string[]> {
  const [code, database] = await Promise.all([
    projectFiles(codeDir, 'src'),
    projectFiles(appDir, 'database'),
  ]);
  const files = [
    ...code.map((file) => [file, join(codeDir, file)] as const),
    ...database.map((file) => [file, join(appDir, file)] as const),
  ];
  const sentences = await Promise.all(
    table.map(async ({ kind, pattern, meaning, unlessLoaded }) => {
      const found = files.filter(
        ([file, path]) =>
          pattern.test(file) && !/\.d\.[cm]?ts$/.test(file) && !(unlessLoaded === true && isLoaded(path)),
      );
      const filled = await Promise.all(found.map(([, path]) => saysSomething(path)));
      const named = found.filter((_, at) => filled[at]).map(([, path]) => nameIn(appDir, path));
      return named.length === 0 ? [] : [`${kind} are not run, ${meaning}: ${named.join(', ')}`];
    }),
  );
  return sentences.flat();
}

const { cache } = createRequire(import.meta.url);

const isLoaded = (path: string): boolean => cache[realpathSync(path)] !== undefined;

async function saysSomething(path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '').trim() !== '';
}
