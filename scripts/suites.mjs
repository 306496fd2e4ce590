// Divides the tests among processes, of which two or more run at once. Tests of one database share a process.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode } from './run-jobs.mjs';

/**
 * Tests over HTTP and GraphQL that ask no store, only one that they choose themselves, or of a store only what others
 * ask too: those about the server and its limits, routes and policies of an app, keys that are refused before a store
 * is asked, bodies of uploads, frames of WebSockets, most of the flat format, and of the admin API the forms, factors and
 * settings of sign-ins and the files of content-types.
 */
const withoutStore = matching({
  graphql: [
    'apollo-environment|direct-answers|error-codes|extensions|limits|playground|requests|rest-routes|schema|shadow-crud|socket-attacks',
    'v5-(?!cursors|rest-equality|mutations|reading).*',
  ],
  http: [
    'allowed-types|hidden-keys|nearest-keys|openapi-route|rate-limits|refusal-hints|rules/.*|server|slow-clients',
    'upload|upload-failures|upload-pictures|uploaded-files',
    'admin/(browser|form-texts|fuzz|matrix|openapi|proof|providers|required-factor|settings|type-layouts|types)',
  ],
});

/** Those that ask a store. */
const served = { test: (path) => /^test\/(http|graphql)\//.test(path) && !withoutStore.test(path) };

/**
 * Those of `served` that run on PostgreSQL only: the admin API, accounts, what a policy or the input decides, code and routes of
 * an app, clients and subscriptions read and write in the same few ways as the others.
 */
const onPostgresOnly = matching({
  graphql: [
    'accounts|clients|guarded-fields|permission-matrix|socket-clients|subscription-sockets|subscriptions',
  ],
  http: [
    'admin/.*|app-routes|authors|strapi-client',
    'accounts|accounts-attacks|accounts-refresh|own-access|sign-in-lock|usernames|users',
    'conditional-required|permission-matrix|roles|validation',
    'hooks/(code-around|components|without-effect)',
  ],
});

/** Those of `served` that run on MongoDB too. */
const servedAgain = { test: (path) => served.test(path) && !onPostgresOnly.test(path) };

/** Names in `cli` of tests that start several servers, or one after another, each a process of its own. */
const severalServers =
  'crash|cron|dev|dev-types|followers|indexes|killed-hook|live-changes|locales|subscribers|webhooks|workers';

/**
 * Longest first, and none much longer than the others, so that no process is left alone at the end. A file runs in the
 * first that `holds` its path, and in those that run it `again`. Those that are `extra` run with all tests only. Those that
 * are `ofMongo` run only where there is a MongoDB.
 */
const divisions = [
  {
    title: 'tests of servers that are killed, replaced, or several',
    holds: new RegExp(`^test/(admin/nothing-lost|cli/(${severalServers}))\\.`),
    extra: true,
  },
  {
    title: 'tests of the lists and media of the admin page, on PostgreSQL',
    holds: /^test\/admin\/(?!nothing-lost)[l-r]/,
    env: { HTTP_STORE: 'postgres' },
    extra: true,
  },
  {
    title: 'the contract and properties of MongoDB',
    holds: /^test\/(contract|property)\/.*mongodb/,
    extra: true,
  },
  { title: 'the contract and properties of the other stores', holds: /^test\/(contract|property)\// },
  {
    title: 'tests of the settings and types of the admin page, on PostgreSQL',
    holds: /^test\/admin\/[f-z]/,
    env: { HTTP_STORE: 'postgres' },
    extra: true,
  },
  {
    title: 'tests of the editor of the admin page, on PostgreSQL',
    holds: /^test\/admin\//,
    env: { HTTP_STORE: 'postgres' },
    extra: true,
  },
  {
    title: 'tests of apps, imports and backups',
    holds: /^test\/(bootstrap|app-code|backup|client|examples|import|openapi|types)\//,
  },
  {
    title: 'tests over HTTP and GraphQL, on MongoDB',
    again: servedAgain,
    env: { HTTP_STORE: 'mongodb' },
    ofMongo: true,
  },
  { title: 'tests over HTTP and GraphQL, on PostgreSQL', holds: served, env: { HTTP_STORE: 'postgres' } },
  { title: 'tests of the command line', holds: /^test\/cli\/(?!transfer)/ },
  { title: 'tests of MongoDB', holds: /^test\/integration\/mongodb/, extra: true },
  { title: 'tests of transfers', holds: /^test\/(cli|integration)\/.*transfer/, extra: true },
  { title: 'tests of PostgreSQL', holds: /^test\/integration\// },
  { title: 'tests of the parts, and over HTTP and GraphQL without a database', holds: /^/ },
];

/** A pattern of test files, from patterns of names in each folder. */
function matching(folders) {
  const paths = Object.entries(folders).map(([folder, names]) => `${folder}/(${names.join('|')})`);
  return new RegExp(`^test/(${paths.join('|')})\\.test\\.ts$`);
}

/**
 * What `npm test` runs: a title, files, and variables of their environment. Tests over HTTP and GraphQL that ask a store run on
 * PostgreSQL, and most of them on MongoDB too, where `hasMongo` says that there is one; the contract and properties run in
 * memory too. All tests (`npm test -- --all`) are these, with those of MongoDB itself, of several servers, of transfers, and of
 * the admin page in a browser.
 */
export function allSuites(root, { isAll, hasMongo = false }) {
  const all = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules/'))
    .sort();
  let left = all;
  const filesOf = ({ holds, again }) => {
    if (again !== undefined) return all.filter((name) => again.test(name));
    const files = left.filter((name) => holds.test(name));
    left = left.filter((name) => !holds.test(name));
    return files;
  };
  return divisions.flatMap(({ title, extra = false, ofMongo = false, env = {}, ...which }) => {
    const files = filesOf(which);
    if (!isAll && (extra || (ofMongo && !hasMongo))) return [];
    return [{ title, files, env }];
  });
}

/** Answers counts, failures, reasons of skipped tests, and the output. A process that ends before its tests is a failure. */
export async function runSuite({ files, env, isShownAtOnce }, place, root) {
  const summary = join(tmpdir(), `quire-test-${process.pid}-${place}.json`);
  const color = process.stdout.isTTY ? ['--color'] : [];
  const { code, output } = await runNode([...mochaOf(root), ...color, ...files], {
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

/** The process that `mocha` itself would start for its option `import`: that one loads no tests, and takes a second. */
function mochaOf(root) {
  const { import: modules } = JSON.parse(readFileSync(join(root, '.mocharc.json'), 'utf8'));
  return [...modules.map((name) => `--import=${name}`), join(root, 'node_modules/mocha/lib/cli/cli.js')];
}

const endedEarly = {
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: 'It ended before its tests did.',
  reasons: [],
};
