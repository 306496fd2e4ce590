import { resolve } from 'node:path';
import { describeProblem } from '../adapters/delivery/cli/describe-problem.js';
import type { AppObject as UntypedApp } from '../adapters/app-code/create-app-object.js';
import type { Log } from '../application/ports/log.js';
import { exportVariables } from './export-variables.js';
import type { Core } from './packages/types.js';
import type { RunningServer } from './start-server.js';

export type { ExtensionService } from '../adapters/delivery/graphql/extension/create-extension-service.js';
export { factories } from '../adapters/app-code/http/factories.js';
export { errors } from '../adapters/app-code/packages/errors.js';
export type { DocumentService } from '../adapters/app-code/create-document-service.js';

/** The app object. Its documents have the types that `quire types` has written, where a program has them. */
export interface AppObject extends Omit<UntypedApp, 'documents'> {
  readonly documents: Core.Strapi['documents'];
}

export interface QuireOptions {
  /** The app directory. */
  readonly app: string;
  /** Replaces the process environment: `{ PORT: '0', DATABASE_URL: 'memory:' }`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Replaces the log on standard error. */
  readonly log?: Log;
}

export interface Quire {
  /** Starts the server like `quire start`. Rejects with an `Error` that lists everything that is wrong. */
  start(): Promise<{ readonly url: string }>;
  /** Refuses new requests, waits for running ones, and closes the database. */
  stop(): Promise<void>;
  /** The app object, as app code gets it. Available once `start` has resolved. */
  readonly app: AppObject;
}

/** Runs a server inside another program. */
export function createQuire({ app, env = process.env, log }: QuireOptions): Quire {
  let running: RunningServer | undefined;
  return {
    start: async () => {
      if (running !== undefined) throw new Error('the server runs already');
      if (env === process.env) exportVariables(resolve(app));
      // Commands that only read settings import this module for the code in them.
      const { startServer } = await import('./start-server.js');
      const started = await startServer({ directory: resolve(app), environment: env, ...(log && { log }) });
      if (!started.ok) throw new Error(describeProblem(started.failure));
      running = started.value;
      return { url: running.url };
    },
    stop: async () => {
      const ending = running;
      running = undefined;
      await ending?.stop();
    },
    get app() {
      if (running === undefined) throw new Error('the server does not run');
      return running.app;
    },
  };
}
