// Removes the declarations that no exported one leads to: four of five, and most of the files of an installation.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const references = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)\.js['"]/g;

/** Keeps, in the folder of a build, the declarations that package.json exports and those that they import. Throws an error if one is missing. */
export function keepExportedTypes(root, folder) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const left = Object.values(exports)
    .map((entry) => entry.types ?? entry.replace(/\.js$/, '.d.ts'))
    .filter((file) => file.endsWith('.d.ts'))
    .map((file) => join(folder, file.replace('./dist/', '')));
  const kept = new Set();
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (kept.has(file)) continue;
    if (!existsSync(file)) throw new Error(`${file} is exported and not there`);
    kept.add(file);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(references))
      left.push(join(dirname(file), `${path}.d.ts`));
  }
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = join(folder, name);
    if (name.endsWith('.d.ts') && !kept.has(file)) rmSync(file);
  }
}
