// What `npm start` and `npm test` do in a fresh clone: install, build, then serve or check. Uses Node alone,
// because nothing is installed yet when it begins.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const say = (text) => process.stderr.write(`${text}\n`);

function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.on('error', (error) => {
      say(`${command}: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

const tool = (name, ...args) => run(process.execPath, [join(root, 'node_modules', name), ...args]);

async function must(title, step) {
  say(`▸ ${title}`);
  const code = await step();
  if (code !== 0) process.exit(code);
}

const modified = (path) => (existsSync(join(root, path)) ? statSync(join(root, path)).mtimeMs : 0);

async function prepare() {
  if (modified('node_modules/.package-lock.json') < modified('package-lock.json')) {
    await must('installing packages (the first time takes up to a minute)', install);
  }
  await must('building', build);
}

/** `npm ci` would refuse a lock that lacks a platform which its writer's registry did not offer. */
const install = () =>
  run(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'],
    {
      shell: process.platform === 'win32',
    },
  );

/** Beside the old build, and put in its place when whole: whoever runs that one goes on, and a fault leaves it. */
async function build() {
  const [fresh, old] = ['new', 'old'].map((name) => `dist.${name}-${process.pid}`);
  const code = await tool('typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', fresh);
  if (code === 0) {
    if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), join(root, old));
    renameSync(join(root, fresh), join(root, 'dist'));
  }
  for (const folder of [fresh, old]) rmSync(join(root, folder), { recursive: true, force: true });
  return code;
}

/** A small young generation saves a fifth of the memory at the same speed (docs/performance.md). */
const flags = ['--max-semi-space-size=4'];

async function start(args) {
  await prepare();
  const child = spawn(
    process.execPath,
    [...flags, join(root, 'bin/quire'), 'start', '--app', 'examples/restaurants', ...args],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** Everything that must hold, quickest first. All of them run, so that one look shows all that is wrong. */
const checks = [
  ['types', () => tool('typescript/bin/tsc', '-p', 'tsconfig.json')],
  ['format', () => tool('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.')],
  [
    'lint',
    () =>
      tool(
        'oxlint/bin/oxlint',
        '--type-aware',
        '--deny-warnings',
        'src',
        'test',
        'bench',
        'scripts',
        'examples',
      ),
  ],
  ['boundaries', () => run(process.execPath, [join(root, 'scripts/boundaries.mjs')])],
  ['dead code', () => tool('knip/bin/knip.js', '--no-progress')],
];

async function runChecks() {
  const failed = [];
  for (const [name, step] of checks) {
    say(`▸ ${name}`);
    if ((await step()) !== 0) failed.push(name);
  }
  return failed;
}

/** Each in a process of its own: mocha's arguments, and what its environment has besides. */
const suites = [
  ['tests', ['test/**/*.test.ts'], {}],
  [
    'tests over HTTP and GraphQL, on MongoDB',
    ['test/http/**/*.test.ts', 'test/graphql/**/*.test.ts'],
    { HTTP_STORE: 'mongodb' },
  ],
];

async function runSuites(args) {
  const chosen = args.length > 0 ? [['tests', args, {}]] : suites;
  const sum = { passed: 0, failed: 0, skipped: 0, reasons: new Set() };
  for (const suite of chosen) {
    const { reasons = [], ...counts } = await runSuite(...suite);
    for (const [name, count] of Object.entries(counts)) sum[name] += count;
    for (const reason of reasons) sum.reasons.add(reason);
  }
  return sum;
}

async function runSuite(title, args, env) {
  const summary = join(tmpdir(), `quire-test-${process.pid}.json`);
  say(`▸ ${title}`);
  const code = await run(process.execPath, [join(root, 'node_modules/mocha/bin/mocha.js'), ...args], {
    env: { ...process.env, ...env, TEST_SUMMARY: summary },
  });
  const counts = existsSync(summary)
    ? JSON.parse(readFileSync(summary, 'utf8'))
    : { passed: 0, failed: 1, skipped: 0 };
  rmSync(summary, { force: true });
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

async function test(args) {
  await prepare();
  const failedChecks = args.length > 0 ? [] : await runChecks();
  const counts = await runSuites(args);
  for (const name of failedChecks) say(`✗ ${name}`);
  for (const reason of counts.reasons) say(`skipped: ${reason}`);
  const passed = counts.passed + (args.length > 0 ? 0 : checks.length - failedChecks.length);
  const failed = counts.failed + failedChecks.length;
  process.stdout.write(
    `${passed} passed, ${failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}\n`,
  );
  process.exit(failed === 0 ? 0 : 1);
}

const [task, ...args] = process.argv.slice(2);
const tasks = {
  start,
  test,
  build: () => must('building', build),
  check: async () => process.exit((await runChecks()).length),
};
if (!(task in tasks)) {
  say(`usage: node scripts/run.mjs ${Object.keys(tasks).join('|')}`);
  process.exit(2);
}
await tasks[task](args);
