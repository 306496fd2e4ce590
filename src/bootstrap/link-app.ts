import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOwn, linkPackages, type LinkedPackage } from '../adapters/app-directory/link-packages.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import { err, ok, type Result } from '../domain/result.js';
import { strapiVersion } from './app-base.js';

const typesIn: Readonly<Record<string, readonly string[]>> = { database: ['dist/lifecycles'] };

const linked = (name: string): LinkedPackage => ({
  name: `@strapi/${name}`,
  version: strapiVersion,
  // `.ts` where the sources run.
  file: fileURLToPath(new URL(`./packages/${name}${extname(import.meta.url)}`, import.meta.url)),
  specifier: `quire-cms/${name}`,
  ...(typesIn[name] && { typesIn: typesIn[name] }),
});

/** Lets scripts of an app import this program's packages without its hooks. Returns the folders that were written. */
export function linkApp(directory: string): Result<readonly string[], Problem> {
  if (!existsSync(join(directory, 'package.json')))
    return err({ message: `${directory} has no package.json: name the directory of your app with --app` });
  const done = linkPackages(directory, ['strapi', 'utils', 'types', 'database'].map(linked));
  return done.ok ? ok(done.value) : err({ message: done.failure });
}

/** Returns what to do so that scripts of an app find this program, if it has some that would not. */
export function unlinkedScripts(directory: string): string | undefined {
  const scripts = scriptsIn(join(directory, 'scripts'));
  const folder = join(directory, 'node_modules/@strapi/strapi');
  if (scripts.length === 0 || isOwn(folder)) return undefined;
  const named = scripts.map((name) => `scripts/${name}`).join(', ');
  return existsSync(folder)
    ? `${named}: with node alone these run Strapi itself, which is installed; use node --import quire-cms/register`
    : `${named}: with node alone these do not find @strapi/strapi; run quire link once, or use node --import quire-cms/register`;
}

function scriptsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(
      (name) =>
        /\.[cm]?js$/.test(name) && readFileSync(join(folder, name), 'utf8').includes('@strapi/strapi'),
    );
  } catch {
    return [];
  }
}
