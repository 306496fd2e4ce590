// What `npm start` and `npm test` do in a fresh clone: install, build, then serve or check. Imports Node's own modules
// only, because no package is installed yet.
import { spawn } from 'node:child_process';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runJobs, runNode } from './run-jobs.mjs';
import { keepExportedTypes } from './exported-types.mjs';
import { copyPages } from './page-files.mjs';
import { allSuites, runSuite } from './suites.mjs';

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
  await installPackages();
  await must('building', build);
}

async function installPackages() {
  if (modified('node_modules/.package-lock.json') < modified('package-lock.json'))
    await must('installing packages (the first time takes up to a minute)', install);
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

/** Replaces the old build when the new one is complete: running servers go on, and a failure keeps the old one. */
async function build() {
  const [fresh, old] = ['new', 'old'].map((name) => `dist.${name}-${process.pid}`);
  const codes = await Promise.all([
    tool('typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', fresh),
    bundled(fresh),
    pageBuilt(fresh),
  ]);
  const code = Math.max(...codes);
  if (code === 0) {
    copyPages(root, fresh);
    keepExportedTypes(root, join(root, fresh));
    if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), join(root, old));
    renameSync(join(root, fresh), join(root, 'dist'));
    // What Node has compiled of an older build.
    rmSync(join(root, '.cache'), { recursive: true, force: true });
  }
  for (const folder of [fresh, old]) rmSync(join(root, folder), { recursive: true, force: true });
  return code;
}

/** Imports what needs an installed package, which tells by itself what is wrong in a file. */
async function bundled(folder) {
  const { bundle } = await import('./bundle.mjs');
  return bundle(root, folder).then(
    () => 0,
    (error) => {
      if (error.errors === undefined) say(String(error));
      return 1;
    },
  );
}

/** A process of its own: the builder sets `NODE_ENV`, which servers and tests must not get. */
const pageBuilt = (folder) => run(process.execPath, [join(root, 'scripts/build-page.mjs'), folder]);

/** A smaller young generation than Node's saves memory at almost the same speed (docs/performance.md). */
const flags = ['--max-semi-space-size=8'];

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

/** Run after the tests, which take longer; all of them, so that one run shows everything that is wrong. */
const checks = [
  ['types', ['typescript/bin/tsc', '-p', 'tsconfig.json']],
  ['types of the admin page', ['typescript/bin/tsc', '-p', 'src/adapters/delivery/admin/page']],
  ['format', ['oxfmt/bin/oxfmt', '--check', '.']],
  [
    'lint',
    ['oxlint/bin/oxlint', '--type-aware', '--deny-warnings', 'src', 'test', 'bench', 'scripts', 'examples'],
  ],
  ['boundaries', ['../scripts/boundaries.mjs']],
  ['dead code', ['knip/bin/knip.js', '--no-progress']],
  ['documentation, and its links', ['vitepress/bin/vitepress.js', 'build', 'site']],
].map(([title, [script, ...args]]) => ({
  title,
  run: async () => {
    const { code, output } = await runNode([join(root, 'node_modules', script), ...args], { cwd: root });
    const [passed, failed] = code === 0 ? [1, 0] : [0, 1];
    return { passed, failed, skipped: 0, failures: output.toString(), reasons: [], output };
  },
}));

const tests = (suites) =>
  suites.map((suite) => ({
    title: suite.title,
    run: (place) => runSuite(suite, place, root),
  }));

/** Prints the title when a job begins and when it ends, then its output. */
async function reported(job, place) {
  say(`▸ ${job.title} …`);
  const began = Date.now();
  const { output, ...counts } = await job.run(place);
  const took = `${Math.round((Date.now() - began) / 1000)} s`;
  say(`▸ ${job.title}: ${summed(counts)} (${took})`);
  process.stdout.write(output);
  return { title: job.title, ...counts };
}

const summed = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** Repeats the failures at the end, with the counts on the last line; answers the exit code. */
async function runAll(jobs) {
  const done = await runJobs(jobs, reported);
  const total = (name) => done.reduce((sum, each) => sum + each[name], 0);
  for (const { title, failed, failures } of done) if (failed > 0) say(`✗ ${title}\n${failures}`);
  for (const reason of new Set(done.flatMap(({ reasons }) => reasons))) say(`skipped: ${reason}`);
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(total);
  process.stdout.write(`${summed({ passed, failed, skipped })}\n`);
  return failed === 0 ? 0 : 1;
}

/** Some files, or what answers most in the least time; `--all` runs the rest too (suites.mjs). */
async function test(args) {
  const files = args.filter((arg) => arg !== '--all');
  const isAll = args.length > 0;
  const hasMongo = (process.env.MONGO_URL ?? '') !== '';
  await prepare();
  if (!isAll) {
    const ofMongo = hasMongo ? 'what is particular to MongoDB' : 'MongoDB, as MONGO_URL is not set';
    say(
      `▸ left out: the admin page in a browser, several servers, transfers, and ${ofMongo} (npm test -- --all)`,
    );
  }
  const jobs =
    files.length > 0
      ? tests([{ title: 'tests', files, env: {}, isShownAtOnce: true }])
      : [...tests(allSuites(root, { isAll, hasMongo })), ...checks];
  process.exitCode = await runAll(jobs);
}

/** Repeats the tests that kill servers and cut off databases: `npm run chaos -- 100` for a hundred rounds each. */
async function chaos([rounds = '25']) {
  process.env.CHAOS_ROUNDS = rounds;
  await test(['test/cli/crash.test.ts']);
}

/** Has robots write in the admin page for minutes, each with one of many seeds: `npm run robot -- 15 100` from seed 100 on. */
async function robot([minutes = '15', seed = '1']) {
  process.env.ROBOT_MINUTES = minutes;
  process.env.ROBOT_SEED = seed;
  await test(['test/admin/nothing-lost.test.ts', 'test/admin/two-writers.test.ts']);
}

/**
 * Makes the pictures of the documentation. `--compare` compares each state of the admin page with the picture that is kept of
 * it, and `--keep` keeps those of now. Somebody looks at what was made before it is committed.
 */
async function pictures([mode]) {
  if (![undefined, '--compare', '--keep'].includes(mode)) {
    say('usage: npm run pictures [-- --compare|--keep]');
    process.exit(2);
  }
  process.env.KEPT_PICTURES = mode === '--keep' ? 'write' : 'compare';
  await test([`test/pictures/${mode === undefined ? 'docs' : 'states'}.ts`]);
}

const [task, ...args] = process.argv.slice(2);
const tasks = {
  start,
  test,
  chaos: () => chaos(args),
  robot: () => robot(args),
  pictures: () => pictures(args),
  install: installPackages,
  build: () => must('building', build),
  pack: prepare,
  check: async () => void (process.exitCode = await runAll(checks)),
};
if (!(task in tasks)) {
  say(`usage: node scripts/run.mjs ${Object.keys(tasks).join('|')}`);
  process.exit(2);
}
await tasks[task](args);
