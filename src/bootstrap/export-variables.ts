import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { emitWarning, loadEnvFile } from 'node:process';

/**
 * Gives this process the variables of the app's `.env` that it lacks: code of existing projects reads `process.env`. A
 * server's user may not be allowed to read the file, where its variables come from elsewhere.
 */
export function exportVariables(directory: string): void {
  const file = join(directory, '.env');
  if (!existsSync(file)) return;
  try {
    loadEnvFile(file);
  } catch {
    emitWarning(`${file} cannot be read, so its variables are not there`);
  }
}
