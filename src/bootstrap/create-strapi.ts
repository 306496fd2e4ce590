import { resolve } from 'node:path';
import { describeProblem } from '../adapters/delivery/cli/describe-problem.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import type { Result } from '../domain/result.js';
import { exportVariables } from './export-variables.js';
import type { OpenApp } from './open-app.js';
import type { Core } from './packages/types.js';
import type { RunningServer } from './start-server.js';

interface StrapiOptions {
  /** The app directory; by default the directory of the process. */
  readonly appDir?: string;
}

/** An app in a script: the app object, with the steps of its life. */
export interface ScriptedApp extends Core.Strapi {
  /** Does everything of a start but listening. */
  load(): Promise<ScriptedApp>;
  /** Listens; loads the app before that if need be. */
  start(): Promise<ScriptedApp>;
  /** Ends what was started, and closes the database. */
  destroy(): Promise<void>;
}

/**
 * Creates an app for a script: `const app = await createStrapi({ appDir }).load()`. Its promises reject with an `Error`
 * that lists everything that is wrong. Where its code is read does not depend on `distDir`, but on what a start would
 * read.
 */
export function createStrapi({ appDir = process.cwd() }: StrapiOptions = {}): ScriptedApp {
  const directory = resolve(appDir);
  let opened: OpenApp | undefined;
  let running: RunningServer | undefined;
  const app = {
    load: async () => {
      if (opened !== undefined) return app;
      exportVariables(directory);
      const { openApp } = await import('./open-app.js');
      opened = valueOf(await openApp({ directory, environment: process.env, target: app }));
      // Creates the app object, whose members `target` gets.
      return opened.parts.appObject as unknown as ScriptedApp;
    },
    start: async () => {
      await app.load();
      const { serve } = await import('./start-server.js');
      if (opened !== undefined && running === undefined) running = valueOf(await serve(opened));
      return app;
    },
    destroy: async () => {
      const [server, loaded] = [running, opened];
      [running, opened] = [undefined, undefined];
      if (server !== undefined) return server.stop();
      await loaded?.destroy();
      await loaded?.close();
    },
  } as ScriptedApp;
  return app;
}

/** Returns what `createStrapi` takes. There is nothing to compile: TypeScript is compiled when it is loaded. */
export const compileStrapi = async ({ appDir = process.cwd() }: StrapiOptions = {}) =>
  Promise.resolve({ appDir: resolve(appDir), distDir: resolve(appDir) });

function valueOf<T>(result: Result<T, Problem>): T {
  if (result.ok) return result.value;
  throw new Error(describeProblem(result.failure));
}
