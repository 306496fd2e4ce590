import type { AppCode } from '../adapters/app-directory/read-app-code.js';
import type { AppObject } from '../adapters/app-code/create-app-object.js';
import type { Log } from '../application/ports/log.js';
import { err, ok, type Result } from '../domain/result.js';
import type { Problem } from './problem.js';

/** Runs a step of the app's own code, which knows the one object under two names. */
export async function runStep(
  step: 'register' | 'bootstrap' | 'destroy',
  code: AppCode,
  app: AppObject,
  log: Log,
): Promise<Result<void, Problem>> {
  try {
    await code[step]?.({ strapi: app, quire: app });
    return ok(undefined);
  } catch (error) {
    // Where it happened is for the author of that code to know; whoever started the server gets the sentence.
    log.error(`the app's ${step} failed`, { error });
    return err({
      message: `${step} of the app's code failed: ${error instanceof Error ? error.message : String(error)}`,
    });
  }
}
