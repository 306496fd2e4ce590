import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { nearestName } from '../../domain/nearest-name.js';
import type { Environment } from './create-env.js';
import { settings } from './settings.js';

/**
 * Returns the environment, with the variables of the app directory's `.env` that it lacks. An unreadable file is
 * ignored.
 */
export function readEnvironment(appDirectory: string, environment: Environment): Environment {
  return { ...readFile(appDirectory), ...environment };
}

function readFile(appDirectory: string): Environment {
  try {
    return parseEnv(readFileSync(join(appDirectory, '.env'), 'utf8'));
  } catch {
    return {};
  }
}

const variables = new Set(settings.flatMap(({ variable }) => variable ?? []));

/**
 * Returns a sentence for each variable of the app directory's `.env` whose name is almost that of a setting. An app has variables
 * of its own, so at most a fifth of the letters may differ.
 */
export const misspeltVariables = (appDirectory: string): readonly string[] =>
  Object.keys(readFile(appDirectory)).flatMap((name) => {
    const meant = variables.has(name) ? undefined : nearestName(name, variables, Math.floor(name.length / 5));
    return meant === undefined ? [] : [`.env: ${name} is no setting (did you mean ${meant}?)`];
  });
