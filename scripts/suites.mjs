// How the tests are divided among processes, of which two or more run at once. Those that ask the same database stay together.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode } from './run-jobs.mjs';

/** Those that take longest first. A file is in the first that holds its path, and again where tests run `also`. */
const divisions = [
  {
    title: 'tests of PostgreSQL, and of stores beside each other',
    holds: /^test\/(contract|property|integration)\/(?!.*(mongodb|transfer|former))/,
  },
  { title: 'tests of MongoDB', holds: /mongodb|transfer|former/ },
  {
    title: 'tests over HTTP and GraphQL, on MongoDB',
    also: /^test\/(http|graphql)\//,
    env: { HTTP_STORE: 'mongodb' },
  },
  {
    title: 'tests over HTTP and GraphQL, on PostgreSQL',
    also: /^test\/(http|graphql)\//,
    env: { HTTP_STORE: 'postgres' },
  },
  {
    title: 'tests of the command line and of whole servers',
    holds: /^test\/(cli|bootstrap|app-code|examples)\//,
  },
  { title: 'tests of the parts, and over HTTP and GraphQL in memory', holds: /^/ },
];

/** What `npm test` runs: a title, files, and what their environment has besides. */
export function allSuites(root) {
  const all = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.test.ts'))
    .sort();
  let left = all;
  return divisions.map(({ title, holds, also, env = {} }) => {
    if (holds === undefined) return { title, files: all.filter((name) => also.test(name)), env };
    const files = left.filter((name) => holds.test(name));
    left = left.filter((name) => !holds.test(name));
    return { title, files, env };
  });
}

/** Counts, what failed, why tests were skipped, and what was said. A process that ends before its tests do is a failure. */
export async function runSuite({ files, env, isShownAtOnce }, place, root) {
  const summary = join(tmpdir(), `quire-test-${process.pid}-${place}.json`);
  const color = process.stdout.isTTY ? ['--color'] : [];
  const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
  const { code, output } = await runNode([mocha, ...color, ...files], {
    cwd: root,
    env: { ...process.env, ...env, TEST_SUMMARY: summary },
    ...(isShownAtOnce && { stdio: 'inherit' }),
  });
  const hasEnded = existsSync(summary);
  const counts = hasEnded ? JSON.parse(readFileSync(summary, 'utf8')) : endedEarly;
  rmSync(summary, { force: true });
  return {
    ...counts,
    failed: code === 0 ? counts.failed : Math.max(1, counts.failed),
    output: hasEnded ? output : Buffer.concat([output, Buffer.from(`${endedEarly.failures}\n`)]),
  };
}

const endedEarly = {
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: 'It ended before its tests did.',
  reasons: [],
};
