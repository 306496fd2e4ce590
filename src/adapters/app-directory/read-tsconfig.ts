import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, resolve } from 'node:path';
import { isPlainObject } from '../../domain/document/plain-object.js';

/** What the `tsconfig.json` of an app says about running its code. */
export interface TsConfig {
  /** Absolute: where the compiler writes. Undefined where it writes beside the sources. */
  readonly outDir?: string;
  /** Import patterns, with the absolute paths that each stands for: `@/*` → `/app/src/*`. */
  readonly paths: readonly (readonly [pattern: string, targets: readonly string[]])[];
  readonly decorators: boolean;
  readonly decoratorMetadata: boolean;
}

/**
 * Reads `tsconfig.json` and what it extends. Undefined if there is none. A base that is not installed counts as empty:
 * that of new projects belongs to a package that only their build needs. Throws for a file that is no JSON.
 */
export function readTsconfig(appDir: string): TsConfig | undefined {
  const path = resolve(appDir, 'tsconfig.json');
  return existsSync(path) ? toConfig(read(path, [])) : undefined;
}

type Options = Readonly<Record<string, unknown>>;

const toConfig = ({ outDir, paths, ...options }: Options): TsConfig => ({
  ...(typeof outDir === 'string' && { outDir }),
  paths: Object.entries((paths ?? {}) as Readonly<Record<string, readonly string[]>>),
  decorators: options['experimentalDecorators'] === true,
  decoratorMetadata: options['emitDecoratorMetadata'] === true,
});

/** Returns the compiler options of a file over those of its bases, with absolute paths. */
function read(path: string, seen: readonly string[]): Options {
  if (seen.includes(path)) throw new Error(`${path} extends itself`);
  const { extends: bases = [], compilerOptions } = parse(path);
  const over = isPlainObject(compilerOptions) ? absolute(compilerOptions, dirname(path)) : {};
  const found = [bases].flat().map((base) => find(String(base), path));
  const under = found.flatMap((base) => (base === undefined ? [] : [read(base, [...seen, path])]));
  return Object.assign({}, ...under, over) as Options;
}

function absolute({ outDir, baseUrl, paths, ...rest }: Options, folder: string): Options {
  const base = resolve(folder, typeof baseUrl === 'string' ? baseUrl : '.');
  const mapped = Object.entries(isPlainObject(paths) ? paths : {}).map(
    ([pattern, targets]) => [pattern, [targets].flat().map((one) => resolve(base, String(one)))] as const,
  );
  const any = typeof baseUrl === 'string' ? [['*', [resolve(base, '*')]] as const] : [];
  return {
    ...rest,
    ...(typeof outDir === 'string' && { outDir: resolve(folder, outDir) }),
    ...((paths !== undefined || any.length > 0) && { paths: Object.fromEntries([...any, ...mapped]) }),
  };
}

function find(base: string, from: string): string | undefined {
  if (base.startsWith('.') || isAbsolute(base)) {
    const path = resolve(dirname(from), base);
    return [path, `${path}.json`].find((one) => existsSync(one));
  }
  const { resolve: toPath } = createRequire(from);
  for (const name of [base, `${base}.json`, `${base}/tsconfig.json`]) {
    try {
      return toPath(name);
    } catch {
      // The next name, or none.
    }
  }
  return undefined;
}

const textOrComment = /("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[^]*?\*\//g;
const textOrTrailingComma = /("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g;

/** Parses JSON with comments and trailing commas. */
function parse(path: string): Options {
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  const json = text.replace(textOrComment, '$1').replace(textOrTrailingComma, '$1');
  try {
    const value: unknown = JSON.parse(json === '' ? '{}' : json);
    return isPlainObject(value) ? value : {};
  } catch (error) {
    throw new Error(`${path} is no JSON: ${(error as Error).message}`, { cause: error });
  }
}
