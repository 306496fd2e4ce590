import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../..', import.meta.url));
const script = new URL('../../scripts/suites.mjs', import.meta.url).href;
const jobsScript = new URL('../../scripts/run-jobs.mjs', import.meta.url).href;

interface Suite {
  readonly files: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface Ran {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: string;
  readonly said: string;
}

/** What an expression over a script's exports gives, in a process of its own. */
async function evaluate<T>(names: string, expression: string, from = script): Promise<T> {
  const code = `import { ${names} } from ${JSON.stringify(from)}; console.log(JSON.stringify(${expression}));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
  return JSON.parse(stdout) as T;
}

/** How many of so many jobs run at once, at most. */
async function mostAtOnce(count: number): Promise<number> {
  const jobs = Array.from({ length: count }, () => ({}));
  const run = `{
    let [running, most] = [0, 0];
    const begun = async () => {
      most = Math.max(most, (running += 1));
      await new Promise(setImmediate);
      running -= 1;
    };
    const answers = await runJobs(${JSON.stringify(jobs)}, async (_, place) => (await begun(), place));
    return [answers, most];
  }`;
  const [answers, most] = await evaluate<[readonly number[], number]>(
    'runJobs',
    `await (async () => ${run})()`,
    jobsScript,
  );
  expect(answers).to.deep.equal([...jobs.keys()]);
  return most;
}

describe('the suites of npm test', () => {
  const suitesOf = (options: object): Promise<readonly Suite[]> =>
    evaluate('allSuites', `allSuites(${JSON.stringify(root)}, ${JSON.stringify(options)})`);

  it('hold every test file once, and those over HTTP and GraphQL that ask a store on MongoDB too', async () => {
    const suites = await suitesOf({ isAll: true });
    const there = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules/'))
      .map((name) => `test/${name}`);
    const held = (store?: string): readonly string[] =>
      suites.filter(({ env }) => env['HTTP_STORE'] === store).flatMap(({ files }) => files);
    const again = held('mongodb');
    const onOne = new RegExp(
      [
        '^test/http/(admin/|hooks/(code-around|components|without-effect)|app-routes|authors|strapi-client)',
        '^test/http/(accounts(-attacks|-refresh)?|own-access|sign-in-lock|usernames|users)\\.',
        '^test/http/(conditional-required|permission-matrix|roles|validation)\\.',
        '^test/graphql/(accounts|clients|guarded-fields|permission-matrix|socket-clients|subscription)',
      ].join('|'),
    );
    const ofPage = (name: string): boolean => name.startsWith('test/admin/');
    const onPostgres = held('postgres').filter((name) => !ofPage(name));
    expect(onPostgres.filter((name) => !onOne.test(name))).to.deep.equal(again);
    // The robots take PostgreSQL by themselves, as they kill servers.
    expect(held().filter(ofPage)).to.deep.equal(['test/admin/nothing-lost.test.ts']);
    expect([...held('postgres'), ...held()].sort()).to.deep.equal(there.toSorted());
    const extra = new RegExp(
      [
        '^test/((contract|property|integration)/.*mongodb|(cli|integration)/.*transfer|admin/)',
        '^test/cli/(crash|cron|dev|dev-types|followers|indexes|killed-hook|live-changes|locales)\\.',
        '^test/cli/(subscribers|webhooks|workers)\\.',
      ].join('|'),
    );
    const own = there.filter((name) => !extra.test(name));
    for (const hasMongo of [false, true]) {
      const some = await suitesOf({ isAll: false, hasMongo });
      const on = (store?: string): readonly string[] =>
        some.filter(({ env }) => env['HTTP_STORE'] === store).flatMap(({ files }) => files);
      expect([...on('postgres')].sort()).to.deep.equal(onPostgres.toSorted());
      expect(on('mongodb')).to.deep.equal(hasMongo ? again : []);
      expect([...on('postgres'), ...on()].sort()).to.deep.equal([...own].sort());
    }
    const served = there.filter((name) => /^test\/(http|graphql)\//.test(name));
    expect(served).to.include.members(onPostgres);
    expect(again).to.include.members(['test/http/list.test.ts', 'test/graphql/reading.test.ts']);
    // Those that are not run again are listed by name, so that a new file is.
    expect(served.filter((name) => !onPostgres.includes(name))).to.have.lengthOf(54);
  });

  it('run a few at a time', async () => {
    expect(await mostAtOnce(12)).to.equal(Math.min(4, availableParallelism() + 1));
  });

  for (const [what, code, expected, said] of [
    ['passes', '() => {}', { passed: 1, failed: 0, skipped: 0 }, /✔ it/],
    ['fails', "() => { throw new Error('the reason') }", { passed: 0, failed: 1, skipped: 0 }, /the reason/],
    ['ends early', '() => process.exit(0)', { passed: 0, failed: 1, skipped: 0 }, /ended before its tests/],
    [
      'is killed',
      "() => process.kill(process.pid, 'SIGKILL')",
      { passed: 0, failed: 1, skipped: 0 },
      /ended before its tests/,
    ],
  ] as const)
    it(`count, and show, a process that ${what}`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'quire-suite-'));
      try {
        const file = join(folder, 'it.test.mjs');
        writeFileSync(file, `it('it', ${code});`);
        const suite = JSON.stringify({ files: [file], env: {} });
        const {
          said: all,
          failures,
          ...counts
        } = await evaluate<Ran>(
          'runSuite',
          `await runSuite(${suite}, 0, ${JSON.stringify(root)}).then(({ output, reasons, ...rest }) =>
            ({ ...rest, said: output.toString() }))`,
        );
        expect(counts).to.deep.equal(expected);
        expect(stripVTControlCharacters(all)).to.match(said);
        if (expected.failed > 0) expect(failures).to.match(said);
        else expect(failures).to.equal('');
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
});
