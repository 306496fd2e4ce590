import { pathToFileURL } from 'node:url';
import { err, ok, type Result } from '../../domain/result.js';
import { thrownMessage } from './app-failure.js';

/** What a module of the app exports. */
export interface LoadedModule {
  /** The default export of an ES module, `module.exports` of a CommonJS one. */
  readonly main: unknown;
  readonly named: Readonly<Record<string, unknown>>;
}

/** Imports a module of the app, in the format that its name and the nearest package.json say. The failure is what to tell. */
export async function loadModule(path: string): Promise<Result<LoadedModule, string>> {
  try {
    const named = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
    return ok({ main: unwrap(named['default']), named });
  } catch (thrown) {
    return err(explain(thrown));
  }
}

const compiledMark = '__esModule';

/** Compilers from ES modules to CommonJS keep the default export in a member of that name. */
function unwrap(main: unknown): unknown {
  if (typeof main !== 'object' || main === null) return main;
  const { [compiledMark]: compiled, default: inner } = main as Readonly<Record<string, unknown>>;
  return compiled === true && inner !== undefined ? inner : main;
}

const commonInModule = /^(module|exports|require|__dirname|__filename) is not defined/;
const moduleInCommon = /^(Cannot use import statement outside a module|Unexpected token 'export')/;

function explain(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : '';
  if (commonInModule.test(message)) {
    return 'is CommonJS, but its package.json says "type": "module": name it .cjs, or write it with import and export';
  }
  if (moduleInCommon.test(message)) {
    return 'is an ES module, but its package.json does not say "type": "module": name it .mjs, or write it with require and module.exports';
  }
  return `threw ${thrownMessage(thrown)}`;
}
