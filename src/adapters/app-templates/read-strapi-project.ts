import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { ProjectFile } from './project-file.js';

/** What a new project takes over from one of Strapi. */
export interface StrapiProject {
  readonly files: readonly ProjectFile[];
  readonly manifest: {
    readonly type: string | undefined;
    readonly dependencies: Packages;
    readonly devDependencies: Packages;
  };
  /** The names of the variables in its `.env` files. */
  readonly variables: readonly string[];
  /** Whether its GraphQL has the flat format of Strapi 5 without a setting that says so. */
  readonly hasFlatGraphql: boolean;
  /** Sentences that say what is left behind, and why. */
  readonly leftBehind: readonly string[];
}

type Packages = Readonly<Record<string, string>>;

const folders = ['src', 'config', 'public', 'database', 'scripts', 'types'];
const singleFiles = ['tsconfig.json', 'favicon.png', 'favicon.ico'];

/** Files at the top of a project that a new one writes itself. */
const writtenAnew = new Set(['.gitignore', 'README.md']);

/** What is made by programs, or reported in other sentences. */
const unmentioned =
  /^(node_modules|dist|build|coverage|\.(git|cache|tmp|strapi|quire|DS_Store|env|env\.example|strapi-updater\.json)|package\.json|(package-lock|npm-shrinkwrap)\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|.*\.(log|tsbuildinfo))$/;

/** Parts that are not copied, by their path. */
const unused: Readonly<Record<string, string>> = {
  'src/admin': 'the admin page takes no code of a project',
  'public/uploads': 'quire import brings the files of the media library along',
  'types/generated': 'quire types writes them',
};

/** Reads a folder without changing it. Throws if it holds no project of Strapi. */
export function readStrapiProject(folder: string): StrapiProject {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Error(`${folder} is no folder`);
  if (!['src', 'config'].some((name) => existsSync(join(folder, name))))
    throw new Error(`${folder} is no project of Strapi: it has neither src nor config`);
  const root = realpathSync(folder);
  const { dependencies = {}, devDependencies = {}, type, scripts = {} } = readManifest(root);
  const found = filesOf(root);
  const variables = variablesOf(root);
  const packages = { ...dependencies, ...devDependencies };
  const dropped = Object.keys(packages).filter(isReplaced);
  const lacksKoaTypes = !(koaTypes in packages) && usesKoaTypes(found.files);
  const ownScripts = Object.keys(scripts).filter((name) => !standardScripts.has(name));
  return {
    files: found.files,
    manifest: {
      type,
      dependencies: kept(dependencies),
      devDependencies: {
        ...kept(devDependencies),
        ...(lacksKoaTypes && { [koaTypes]: '^3.0.3' }),
      },
    },
    variables,
    hasFlatGraphql: !isOfStrapi4(packages) && !choosesGraphqlFormat(found.files),
    leftBehind: [
      ...found.leftBehind,
      ...(variables.length > 0 ? [`values of .env: ${variables.join(', ')} (new secrets are made)`] : []),
      ...(dropped.length > 0 ? [`packages that Quire stands in for: ${dropped.join(', ')}`] : []),
      ...(ownScripts.length > 0 ? [`scripts of package.json: ${ownScripts.join(', ')}`] : []),
    ],
  };
}

interface Found {
  readonly files: ProjectFile[];
  readonly leftBehind: string[];
}

function filesOf(root: string): Found {
  const found: Found = { files: [], leftBehind: [] };
  for (const name of [...folders, ...singleFiles])
    if (existsSync(join(root, name))) collect(root, name, found);
  found.leftBehind.push(...otherParts(root));
  return found;
}

/** Returns sentences about files and folders at the top of a project that are not taken over. */
function otherParts(root: string): readonly string[] {
  const read = new Set([...folders, ...singleFiles]);
  const names = readdirSync(root).filter((name) => !read.has(name) && !unmentioned.test(name));
  const anew = names.filter((name) => writtenAnew.has(name));
  const secret = names.filter((name) => name.startsWith('.env.'));
  const others = names.filter((name) => !anew.includes(name) && !secret.includes(name));
  return [
    ...secret.map((name) => `${name}: it holds secrets`),
    ...(anew.length > 0 ? [`files that are written anew: ${anew.join(', ')}`] : []),
    ...(others.length > 0 ? [`other files and folders at the top: ${others.join(', ')}`] : []),
  ];
}

/** Collects the files at a path of the project. Symbolic links are left behind, because they can lead anywhere. */
function collect(root: string, path: string, found: Found): void {
  const absolute = join(root, path);
  const name = path.split('/').at(-1) ?? path;
  const status = lstatSync(absolute);
  if (name === 'node_modules' || name === '.git') return;
  const reason = unused[path] ?? reasonAgainst(name, status.isSymbolicLink());
  if (reason !== undefined) return void found.leftBehind.push(`${path}: ${reason}`);
  if (status.isFile()) found.files.push({ path, content: { copyOf: absolute } });
  if (status.isDirectory()) for (const one of readdirSync(absolute)) collect(root, `${path}/${one}`, found);
}

function reasonAgainst(name: string, isLink: boolean): string | undefined {
  if (isLink) return 'a symbolic link';
  if (/^\.env(\.|$)/.test(name)) return 'it holds secrets';
  return /\.(db|sqlite3?)(-\w+)?$/.test(name) ? 'a database; quire import brings the content' : undefined;
}

/** What Strapi brings along, so that projects import it without naming it. */
const koaTypes = '@types/koa';

const usesKoaTypes = (files: readonly ProjectFile[]): boolean =>
  files.some(
    ({ path, content }) =>
      /\.[cm]?ts$/.test(path) &&
      'copyOf' in content &&
      /(from|import\()\s*['"]koa['"]/.test(readFileSync(content.copyOf, 'utf8')),
  );

const isOfStrapi4 = (packages: Packages): boolean => /^\D*4\b/.test(packages['@strapi/strapi'] ?? '');

const choosesGraphqlFormat = (files: readonly ProjectFile[]): boolean =>
  files.some(
    ({ path, content }) =>
      /^config\/(env\/[^/]+\/)?plugins\.\w+$/.test(path) &&
      'copyOf' in content &&
      /responseFormat|v4CompatibilityMode/.test(readFileSync(content.copyOf, 'utf8')),
  );

interface Manifest {
  readonly type?: string;
  readonly scripts?: Packages;
  readonly dependencies?: Packages;
  readonly devDependencies?: Packages;
}

function readManifest(root: string): Manifest {
  const file = join(root, 'package.json');
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  } catch (error) {
    throw new Error(`${file} is no JSON: ${(error as Error).message}`, { cause: error });
  }
}

const standardScripts = new Set([
  'build',
  'console',
  'deploy',
  'dev',
  'develop',
  'start',
  'strapi',
  'upgrade',
  'upgrade:dry',
]);

/** Providers whose packages Quire does without. */
const builtIn = /^@strapi\/provider-(upload-(local|aws-s3)|email-nodemailer)$/;

/** Packages that Quire provides, drivers of databases, and those of the admin panel. */
const isReplaced = (name: string): boolean =>
  (name.startsWith('@strapi/') && !name.startsWith('@strapi/provider-')) ||
  builtIn.test(name) ||
  /^(@types\/)?(react|react-dom|react-router-dom|styled-components)$/.test(name) ||
  /^(better-sqlite3|sqlite3|mysql2?|pg|quire-cms)$/.test(name);

const kept = (packages: Packages): Packages =>
  Object.fromEntries(Object.entries(packages).filter(([name]) => !isReplaced(name)));

function variablesOf(root: string): readonly string[] {
  const names = ['.env', '.env.example'].flatMap((name) => {
    const file = join(root, name);
    const isFile = lstatSync(file, { throwIfNoEntry: false })?.isFile() === true;
    return isFile ? Object.keys(parseEnv(readFileSync(file, 'utf8'))) : [];
  });
  return [...new Set(names)];
}
