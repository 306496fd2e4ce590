import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Environment } from './create-env.js';

/**
 * Returns the environment, with the variables of the app directory's `.env` that it lacks. An unreadable file is
 * ignored.
 */
export function readEnvironment(appDirectory: string, environment: Environment): Environment {
  try {
    const text = readFileSync(join(appDirectory, '.env'), 'utf8');
    return { ...(parseEnv(text) as Environment), ...environment };
  } catch {
    return environment;
  }
}
