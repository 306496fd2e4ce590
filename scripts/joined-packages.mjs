// The packages that became parts of the files of a build. An installation does not name them, so the list of what it contains
// (scripts/release-files.mjs) gets them from here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pagePackages } from './page-files.mjs';

/** Files of the build that name packages, each before its licence. */
const notices = ['dist/NOTICE', 'dist/admin/NOTICE'];

/** Returns `{ name, version, license }` of each package with what it needs itself, in the versions of the lockfile. */
export function joinedPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const noticed = notices.flatMap((file) => namesIn(readFileSync(join(root, file), 'utf8')));
  const left = [...noticed, ...pagePackages].map((name) => `node_modules/${name}`);
  const found = new Map();
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const { name = path.replace(/^.*node_modules\//, ''), version, license, dependencies } = packages[path];
    if (found.has(`${name}@${version}`)) continue;
    found.set(`${name}@${version}`, { name, version, license });
    // Declarations are no part of a file.
    const needed = Object.keys(dependencies ?? {}).filter((other) => !other.startsWith('@types/'));
    left.push(...needed.map((other) => placeOf(other, path, packages)));
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

const namesIn = (notice) =>
  notice
    .slice(notice.indexOf('\n\n') + 2)
    .split('\n---\n\n')
    .flatMap((part) => /^(\S+) \d+\.\d+\.\d+\S*\n/.exec(part)?.[1] ?? []);

/** Looks for a package in the folders in which Node looks for it. */
function placeOf(name, from, packages) {
  for (let folder = from; folder !== ''; folder = folder.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, ''))
    if (`${folder}/node_modules/${name}` in packages) return `${folder}/node_modules/${name}`;
  return `node_modules/${name}`;
}
