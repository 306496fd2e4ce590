import { existsSync, readFileSync } from 'node:fs';

/** Read from the nearest package.json above this file, because the build moves it one folder down. */
export function packageVersion(): string {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) folder = new URL('..', folder);
  const text = readFileSync(new URL('package.json', folder), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
