// `npm run release:files` makes what a release publishes: the package, and a list of all that an installation of it
// contains (CycloneDX). The list is made where only the package is installed, as overrides of this folder do not reach users.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { joinedPackages } from './joined-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [archive, list] = ['tgz', 'sbom.json'].map((ending) => join(root, `${name}-${version}.${ending}`));

npm(['pack', '--silent'], root);
const folder = mkdtempSync(join(tmpdir(), 'quire-release-'));
try {
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'quire-installation', version, private: true }),
  );
  npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', archive], folder);
  const joined = joinedPackages(root);
  const listed = npm(['sbom', '--sbom-format=cyclonedx', '--loglevel=error'], folder);
  writeFileSync(list, `${JSON.stringify(withJoined(JSON.parse(listed), joined), null, 2)}\n`);
  process.stdout.write(`${archive}\n${list}\n`);
  // Names of their own, as there may be two versions of one package.
  const aliases = joined.map((each, at) => `joined-${at}@npm:${each.name}@${each.version}`);
  npm(
    ['install', '--package-lock-only', '--ignore-scripts', '--force', '--loglevel=error', ...aliases],
    folder,
  );
  // Last, so that the files are there where no advisories can be reached.
  npm(['audit', '--omit=dev', '--audit-level=moderate'], folder, 'inherit');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Lists the packages that are parts of this one's files inside it. */
function withJoined(bom, joined) {
  const components = joined.map((each) => ({
    'bom-ref': `${name}/${each.name}@${each.version}`,
    type: 'library',
    name: each.name,
    version: each.version,
    purl: `pkg:npm/${each.name.replace('@', '%40')}@${each.version}`,
    ...(each.license !== undefined && { licenses: [{ license: { name: each.license } }] }),
  }));
  return {
    ...bom,
    components: bom.components.map((each) => (each.name === name ? { ...each, components } : each)),
  };
}

/** Returns what the command prints. Ends this process with the command's exit code if it fails. */
function npm(args, cwd, stdout = 'pipe') {
  const shell = process.platform === 'win32';
  const stdio = ['ignore', stdout, 'inherit'];
  const done = spawnSync('npm', args, { cwd, shell, stdio, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (done.status === 0) return done.stdout;
  process.stderr.write(`npm ${args[0]} failed\n${done.stdout ?? ''}`);
  rmSync(folder, { recursive: true, force: true });
  return process.exit(done.status ?? 1);
}
