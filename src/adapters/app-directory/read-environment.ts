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
 * Returns a sentence for each variable of the app directory's `.env`, or of the process, whose name is almost that of a setting.
 * An app has variables of its own, so at most a fifth of the letters may differ; a process has those of other programs too, so
 * only names of eight letters and more are judged there. `used` are variables that config files read with `env`.
 */
export const misspeltVariables = (
  appDirectory: string,
  environment: Environment = {},
  used: ReadonlySet<string> = new Set(),
): readonly string[] => {
  const file = readFile(appDirectory);
  return Object.keys({ ...environment, ...file }).flatMap((name) => {
    if (variables.has(name) || used.has(name) || (!Object.hasOwn(file, name) && name.length < 8)) return [];
    const meant = nearestName(name, variables, Math.floor(name.length / 5));
    const place = Object.hasOwn(file, name) ? '.env' : 'environment';
    return meant === undefined ? [] : [`${place}: ${name} is no setting (did you mean ${meant}?)`];
  });
};
