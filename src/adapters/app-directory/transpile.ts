import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Swc from '@swc/core';
import { hash, keep, readKept } from './kept-files.js';

/** Turns TypeScript, or JavaScript with `import` and `export`, into CommonJS with an inline source map. */
export type Transpile = (path: string, text: string) => string;

export interface TranspileOptions {
  readonly decorators: boolean;
  readonly decoratorMetadata: boolean;
}

/** Loaded only when something is not in the cache: it takes a tenth of a second. */
let compiler: typeof Swc | undefined;
const load = createRequire(import.meta.url);
const { version } = load('@swc/core/package.json') as { readonly version: string };

/**
 * Creates the transpiler of an app. Its results are kept in `cacheDir`, one for each file with a hash of what it comes
 * from; where that folder cannot be written, nothing is kept. Types are not checked.
 */
export function createTranspiler(cacheDir: string, options: TranspileOptions): Transpile {
  const seed = JSON.stringify([version, options]);
  return (path, text) => {
    const kept = join(cacheDir, `${hash(path)}.js`);
    const mark = `${hash(`${seed}\n${path}\n${text}`)}\n`;
    const found = readKept(kept);
    if (found?.startsWith(mark)) return found.slice(mark.length);
    const code = compile(path, text, options);
    keep(kept, mark + code);
    return code;
  };
}

function compile(path: string, text: string, { decorators, decoratorMetadata }: TranspileOptions): string {
  compiler ??= load('@swc/core') as typeof Swc;
  const options: Swc.Options = {
    filename: path,
    sourceFileName: path,
    swcrc: false,
    configFile: false,
    // A file without import and export is a script, which `module.exports =` may follow.
    isModule: 'unknown',
    sourceMaps: 'inline',
    inlineSourcesContent: false,
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { useDefineForClassFields: false, legacyDecorator: decorators, decoratorMetadata },
    },
    module: { type: 'commonjs' },
  };
  try {
    return compiler.transformSync(text, options).code;
  } catch (error) {
    throw syntaxError(path, error as Error);
  }
}

/** Gives the compiler's drawing the form of Node's syntax errors: `path:line` and the reason. */
function syntaxError(path: string, { message }: Error): Error {
  // oxlint-disable-next-line no-control-regex
  const plain = message.replaceAll(/\u001B\[[\d;]*m/g, '');
  const reason = /[x×]\s+(.+)/.exec(plain)?.[1]?.trim() ?? plain.trim();
  const line = /\[[^\]]*:(\d+):\d+\]/.exec(plain)?.[1] ?? /^\s*(\d+) [│|]/m.exec(plain)?.[1];
  const error = new SyntaxError(reason);
  error.stack = `${path}${line === undefined ? '' : `:${line}`}\n\nSyntaxError: ${reason}`;
  return error;
}
