import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify, types } from 'node:util';
import { err, ok, type Result } from '../../domain/result.js';
import { thrownMessage } from './app-failure.js';
import { missingPackage } from './missing-package.js';
import { hookModules, isRequired, NotOffered } from './module-hooks.js';

/** The exports of a module of the app. */
export interface LoadedModule {
  /** The default export of an ES module, or `module.exports` of a CommonJS module. */
  readonly main: unknown;
  readonly named: Readonly<Record<string, unknown>>;
}

/**
 * Loads a module of the app: CommonJS, an ES module by the rules of Node, or TypeScript (see `module-hooks.ts`). Fails
 * with a message.
 */
export async function loadModule(path: string): Promise<Result<LoadedModule, string>> {
  try {
    return ok(await load(path));
  } catch (thrown) {
    return err(await explain(thrown, path));
  }
}

async function load(path: string): Promise<LoadedModule> {
  await hookModules();
  if (isRequired(path)) {
    const exported: unknown = createRequire(path)(path);
    return { main: unwrap(exported), named: isHolder(exported) ? exported : {} };
  }
  const named = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  return { main: unwrap(named['default']), named };
}

const isHolder = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** ES modules, and what compilers make of them, have their default export in the member `default`. */
function unwrap(exported: unknown): unknown {
  if (!isHolder(exported)) return exported;
  return exported['__esModule'] === true || types.isModuleNamespaceObject(exported)
    ? exported['default']
    : exported;
}

const commonInModule = /^(module|exports|require|__dirname|__filename) is not defined/;
const moduleInCommon = /^(Cannot use import statement outside a module|Unexpected token 'export')/;

async function explain(thrown: unknown, path: string): Promise<string> {
  const message = thrown instanceof Error ? thrown.message : '';
  if (thrown instanceof NotOffered) return message;
  const missing = missingPackage(thrown);
  if (missing !== undefined)
    return `${missing}${inPlace(placeIn(inFrames, (thrown as Error).stack ?? '', path))}`;
  if (commonInModule.test(message)) {
    return 'is CommonJS, but its package.json says "type": "module": name it .cjs, or write it with import and export';
  }
  if (moduleInCommon.test(message)) {
    return 'is an ES module, but its package.json does not say "type": "module": name it .mjs, or write it with require and module.exports';
  }
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : '';
  if (thrown instanceof Error && thrown.name === 'SyntaxError') {
    const place = placeIn(atFirst, stack, path) || placeIn(atFirst, await checked(path), path);
    return `has a syntax error${place && ` at ${place}`}: ${message.split('\n')[0]}`;
  }
  const place = placeIn(inFrames, stack, path);
  return `threw ${thrownMessage(thrown)}${inPlace(place)}`;
}

const inPlace = (place: string): string => place && ` (${place})`;

/** The position in the first line of Node's report of a syntax error. */
const atFirst = /^(?:file:\/\/)?(\/[^\s:?]+):(\d+)$/gm;

const inFrames = /^\s+at .*?\(?(?:file:\/\/)?(\/[^\s:()?]+)(?:\?[^\s:()]*)?:(\d+)/gm;

/** Returns the first position in the module, or else below its folder: `line 3`, `line 3 of ./lib/b.js`, or empty. */
function placeIn(pattern: RegExp, text: string, path: string): string {
  const places = [...text.matchAll(pattern)].map(([, file = '', line = '']) => ({ file, line }));
  const folder = `${dirname(path)}/`;
  const found =
    places.find(({ file }) => file === path) ??
    places.find(({ file }) => file.startsWith(folder) && !file.includes('/node_modules/'));
  if (found === undefined) return '';
  return found.file === path
    ? `line ${found.line}`
    : `line ${found.line} of ./${found.file.slice(folder.length)}`;
}

/** Checks the file with Node without running it, because syntax errors of imported ES modules have no position. */
async function checked(path: string): Promise<string> {
  const failed: unknown = await promisify(execFile)(process.execPath, ['--check', path], {
    env: {},
    timeout: 10_000,
  }).catch((error: unknown) => error);
  return (failed as { readonly stderr?: string }).stderr ?? '';
}
