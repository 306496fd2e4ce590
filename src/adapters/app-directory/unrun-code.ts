import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nameIn } from './code-directory.js';
import { projectFiles } from './project-files.js';

/** A kind of file in existing projects that has no effect here. */
interface UnrunFiles {
  readonly kind: string;
  readonly pattern: RegExp;
  /** The consequence for the app. */
  readonly meaning: string;
}

/**
 * All code of existing projects that is not run. When something becomes supported, remove it here and from
 * docs/existing-projects.md.
 */
const table: readonly UnrunFiles[] = [
  {
    kind: 'files in folders of routes, controllers, services, policies and middlewares',
    pattern:
      /^src\/(api\/[^/]+\/)?(routes|controllers|services|policies|middlewares)\/[^/]+\/.+\.[cm]?[jt]s$/,
    meaning: 'files are read from the folder itself, unless one of them requires another',
  },
  {
    kind: 'extensions of plugins',
    pattern: /^src\/extensions\/.+\.[cm]?[jt]s$/,
    meaning: 'of src/extensions, content-types/<name>/schema.json is read',
  },
  {
    kind: 'plugins',
    pattern: /^src\/plugins\/[^/]+\/(package\.json|strapi-server\.[cm]?[jt]s)$/,
    meaning: 'there are no plugins: what they serve or change is missing',
  },
  {
    kind: 'changes of the admin panel',
    pattern: /^src\/admin\/(?!.*\.example\.)[^/]+\.[cm]?[jt]sx?$/,
    meaning: 'there is no admin panel',
  },
  {
    kind: 'migrations',
    pattern: /^database\/migrations\/.+\.[cm]?[jt]s$/,
    meaning: 'tables follow the content-types (see renamedFrom); change data in bootstrap of src/index.js',
  },
];

const preamble =
  /^(?:['"]use strict['"]|const\s[^;=]*=\s*require\([^)]*\)(?:\.factories)?|import\s[^;]*?from\s*['"][^'"]*['"])\s*;?/;

/** Returns one sentence for each kind of code file that has no effect, with its files. */
export async function unrunCode(appDir: string, codeDir = appDir): Promise<readonly string[]> {
  const [code, database, config] = await Promise.all([
    projectFiles(codeDir, 'src'),
    projectFiles(appDir, 'database'),
    projectFiles(codeDir, 'config'),
  ]);
  const inCode = [...code, ...config].map((file) => [file, join(codeDir, file)] as const);
  const files = [...inCode, ...database.map((file) => [file, join(appDir, file)] as const)];
  const sentences = await Promise.all(
    table.map(async ({ kind, pattern, meaning }) => {
      const found = files.filter(([file]) => pattern.test(file) && !/\.d\.[cm]?ts$/.test(file));
      const changed = await Promise.all(found.map(([, path]) => saysSomething(path)));
      const named = found.filter((_, at) => changed[at]).map(([, path]) => nameIn(appDir, path));
      return named.length === 0 ? [] : [`${kind} are not run, ${meaning}: ${named.join(', ')}`];
    }),
  );
  return sentences.flat();
}

async function saysSomething(path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '');
  let code = text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '').trim();
  while (preamble.test(code)) code = code.replace(preamble, '').trim();
  return code !== '';
}
