import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import type { Schema } from '../../domain/schema/schema.js';
import { typeFiles, type TypeFile, type TypePackage } from './type-files.js';

/** Where types are written in an app directory: where the tools of Strapi write theirs. */
const generated = 'types/generated';

/**
 * Writes the types of a schema into the app directory, or into another folder. Files that are up to date are not touched.
 * Returns the paths of the others. Throws what the file system throws.
 */
export function writeTypes(schema: Schema, directory: string, folder?: string): readonly string[] {
  const target = folder ?? join(directory, generated);
  const stale = staleFiles(schema, directory, target);
  if (stale.length > 0) mkdirSync(target, { recursive: true });
  for (const [name, text] of stale) {
    const fresh = join(target, `.${name}.${process.pid}`);
    writeFileSync(fresh, text);
    renameSync(fresh, join(target, name));
  }
  return stale.map(([name]) => join(target, name));
}

/** Returns the paths of the files that `writeTypes` would write. */
export function staleTypes(schema: Schema, directory: string, folder?: string): readonly string[] {
  const target = folder ?? join(directory, generated);
  return staleFiles(schema, directory, target).map(([name]) => join(target, name));
}

function staleFiles(schema: Schema, directory: string, target: string): readonly TypeFile[] {
  const inside = `${resolve(target)}${sep}`.startsWith(`${resolve(directory)}${sep}`);
  return typeFiles(schema, packageFor(inside ? directory : target)).filter(
    ([name, text]) => textIn(join(target, name)) !== text,
  );
}

/** Reads line ends as git may have changed them. */
function textIn(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : undefined;
}

/** The code of a Strapi project imports from `@strapi/strapi`, whether it is installed or linked. */
function packageFor(folder: string): TypePackage {
  const manifest = nearestManifest(resolve(folder));
  const { dependencies = {}, devDependencies = {} } = manifest;
  const isNamed = '@strapi/strapi' in { ...dependencies, ...devDependencies };
  return isNamed ? '@strapi/strapi' : 'quire-cms/types';
}

interface Manifest {
  readonly dependencies?: object;
  readonly devDependencies?: object;
}

function nearestManifest(folder: string): Manifest {
  const file = join(folder, 'package.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const above = dirname(folder);
  return above === folder ? {} : nearestManifest(above);
}
