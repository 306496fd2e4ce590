import { relative } from 'node:path';
import type { Environment } from '../adapters/app-directory/create-env.js';
import { readEnvironment } from '../adapters/app-directory/read-environment.js';
import type { TypesRequest } from '../adapters/delivery/cli/command.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import { staleTypes, writeTypes } from '../adapters/types/write-types.js';
import { err, ok, type Result } from '../domain/result.js';
import { readApp } from './read-app.js';

/**
 * Writes the types of an app, or only compares them. Returns the paths, from the working directory, of the files that
 * were or would be written. Opens no database.
 */
export async function appTypes(
  { app: directory, isCheck, folder }: TypesRequest,
  processEnvironment: Environment,
): Promise<Result<readonly string[], Problem>> {
  const read = await readApp(directory, readEnvironment(directory, processEnvironment));
  if (!read.ok) return read;
  try {
    const paths = (isCheck ? staleTypes : writeTypes)(read.value.schema, directory, folder);
    return ok(paths.map((path) => relative(process.cwd(), path)));
  } catch (error) {
    return err({ message: `the types of ${directory}: ${(error as Error).message}` });
  }
}
