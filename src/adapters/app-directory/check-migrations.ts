import type { AppFault } from './app-failure.js';
import { projectFiles } from './project-files.js';

/** Refuses migrations by their files: nothing runs them, and what they do to data would be missing. */
export async function checkMigrations(directory: string): Promise<readonly AppFault[]> {
  const files = await projectFiles(directory, 'database');
  return files
    .filter((file) => /^database\/migrations\/.+\.([cm]?[jt]s|sql)$/.test(file) && !file.endsWith('.d.ts'))
    .map((file) => ({ file, path: '', message: refusal }));
}

const refusal =
  "is a migration of Strapi's tables, which is not run: remove it, and change data in bootstrap of src/index; tables follow the content-types, and renamedFrom keeps the content of what is renamed (docs/schema-changes.md)";
