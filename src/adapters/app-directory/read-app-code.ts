import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '../../domain/result.js';
import { appFailure, type AppFailure } from './app-failure.js';
import { loadModule, type LoadedModule } from './load-module.js';

/** A lifecycle step of the app's code. */
export type AppStep = (context: unknown) => unknown;

const steps = ['register', 'bootstrap', 'destroy'] as const;

/** The lifecycle steps that `src/index` exports. */
export type AppCode = { readonly [step in (typeof steps)[number]]?: AppStep } & {
  /** `src/index.ts` without a compiled file beside it: it is ignored with a warning. */
  readonly ignored?: string;
};

const typescript = 'src/index.ts';

const candidates = ['src/index.js', 'src/index.mjs', 'src/index.cjs'];

/**
 * Loads `src/index.js`, `.mjs` or `.cjs` of an app directory: a default export or named ones. Without a file there are
 * no steps.
 */
export async function readAppCode(appDir: string): Promise<Result<AppCode, AppFailure>> {
  const file = await firstThere(appDir, candidates);
  if (file === undefined) {
    const ignored = await firstThere(appDir, [typescript]);
    return ok(ignored === undefined ? {} : { ignored });
  }
  const loaded = await loadModule(join(appDir, file));
  return loaded.ok ? stepsOf(file, loaded.value) : err(codeFailure(file, '', loaded.failure));
}

async function firstThere(appDir: string, files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    const there = await access(join(appDir, file)).then(
      () => true,
      () => false,
    );
    if (there) return file;
  }
  return undefined;
}

function stepsOf(file: string, { main, named }: LoadedModule): Result<AppCode, AppFailure> {
  const found: { [step in (typeof steps)[number]]?: AppStep } = {};
  for (const step of steps) {
    const holder = isHolder(main) && main[step] !== undefined ? main : named;
    const value = holder[step];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'function') return err(codeFailure(file, step, 'must be a function'));
    found[step] = (context) => (value as AppStep).call(holder, context);
  }
  return ok(found);
}

const isHolder = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const codeFailure = (file: string, path: string, message: string): AppFailure =>
  appFailure('the code of the app cannot be loaded', [{ file, path, message }]);
