import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';

/** Gives this process the variables of the app's `.env` that it lacks: code of existing projects reads `process.env`. */
export function exportVariables(directory: string): void {
  const file = join(directory, '.env');
  if (existsSync(file)) loadEnvFile(file);
}
