// `npm run test:node -- 24 [files]` runs the tests with another version of Node, from npm's packages of its programs.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [version, ...files] = process.argv.slice(2);
if (!/^\d+(\.\d+){0,2}$/.test(version ?? '')) {
  process.stderr.write('usage: npm run test:node -- VERSION [FILE…], for example 24\n');
  process.exit(2);
}

const platform = process.platform === 'win32' ? 'win' : process.platform;
const program = `node-${platform}-${process.arch}`;
const folder = join(root, 'node_modules/.cache', `node-${version}`);
const bin = join(folder, 'node_modules', program, 'bin');

if (!existsSync(bin)) {
  const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  run('npm', [...args, `${program}@${version}`], { shell: process.platform === 'win32' });
}
const env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) };
run(join(bin, 'node'), ['--version'], { env });
run(join(bin, 'node'), [join(root, 'scripts/run.mjs'), 'test', ...files], { env });

/** Ends this process with the program's exit code if it fails. */
function run(command, args, options) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error !== undefined) process.stderr.write(`${command}: ${error.message}\n`);
  if (status !== 0) process.exit(status ?? 1);
}
