import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of this package: the nearest one above with a package.json, because the build moves this file. */
export function packageRoot(): string {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) folder = new URL('..', folder);
  return fileURLToPath(folder);
}

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
}

export const packageManifest = (): Manifest =>
  JSON.parse(readFileSync(`${packageRoot()}package.json`, 'utf8')) as Manifest;
