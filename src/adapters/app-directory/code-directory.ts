import { statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { projectFiles } from './project-files.js';
import { readTsconfig, type TsConfig } from './read-tsconfig.js';

/** Where the configuration, code and schema files of an app are read. */
export interface CodeDirectory {
  /** Absolute: the app directory, or the `outDir` of its tsconfig.json. */
  readonly path: string;
  readonly tsconfig: TsConfig | undefined;
  /** Sentences for the log. */
  readonly notes: readonly string[];
}

/**
 * Chooses between the sources and the compiled files of an app. Sources are what runs; compiled files do in production,
 * unless a source is newer than they are, and where there are no sources. Throws if tsconfig.json is faulty.
 */
export async function findCodeDirectory(appDir: string, isProduction: boolean): Promise<CodeDirectory> {
  const tsconfig = readTsconfig(appDir);
  const outDir = tsconfig?.outDir;
  const sources = { path: appDir, tsconfig, notes: [] };
  if (outDir === undefined || outDir === appDir) return sources;
  const compiled = { path: outDir, tsconfig, notes: [] };
  const [hasSources, hasCompiled] = await Promise.all([hasCode(appDir), hasCode(outDir)]);
  if (!hasCompiled || (hasSources && !isProduction)) return sources;
  const stale = hasSources ? await newerSource(appDir, outDir) : undefined;
  if (stale === undefined) return compiled;
  const folder = relative(appDir, outDir);
  return { ...sources, notes: [`${stale}: the sources are run, not ${folder}/; build it again to run that`] };
}

const hasCode = async (directory: string): Promise<boolean> =>
  (await projectFiles(directory, 'src')).some((file) => /\.([cm]?[jt]s|json)$/.test(file));

const isCompiled = /^(src|config)\/.*\.[jt]s$|^src\/.*\.json$/;
const neverCompiled = /^src\/(admin|plugins)\/|\.d\.ts$|\.test\.[jt]s$/;

/** Returns a sentence about the first source whose compiled file is older or missing. */
async function newerSource(appDir: string, outDir: string): Promise<string | undefined> {
  const folders = await Promise.all(['config', 'src'].map((folder) => projectFiles(appDir, folder)));
  for (const file of folders.flat()) {
    if (!isCompiled.test(file) || neverCompiled.test(file)) continue;
    const compiled = modified(join(outDir, file.replace(/\.ts$/, '.js')));
    if (compiled === undefined) return `${file} is not in ${basename(outDir)}/`;
    if ((modified(join(appDir, file)) ?? 0) > compiled) return `${file} is newer than ${basename(outDir)}/`;
  }
  return undefined;
}

const modified = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs;

/** Returns a path as messages name it: relative to the app directory, with `/`. */
export const nameIn = (appDir: string, path: string): string => relative(appDir, path).split(sep).join('/');
