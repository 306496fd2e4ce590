import { expect } from 'chai';
import { createQuire } from '../../src/bootstrap/index.js';
import { makeApp } from '../cli/program.js';

const ignore = (): void => {};
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

describe('the tasks of config/server', () => {
  async function started(cron: string, more: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const app = await makeApp({ 'config/server.js': `module.exports = { cron: ${cron} };`, ...more });
    const warnings: string[] = [];
    const told = { ...log, warn: (text: string) => void warnings.push(text) };
    const quire = createQuire({ app: app.directory, env: { DATABASE_URL: 'memory:', PORT: '0' }, log: told });
    try {
      await quire.start();
      const names = quire.app.cron.jobs.map(({ name }) => name);
      return warnings.length === 0 ? names : warnings;
    } catch (error) {
      return (error as Error).message;
    } finally {
      await quire.stop().catch(ignore);
      await app.remove();
    }
  }

  it('are added before bootstrap, which may add more', async () => {
    const index = `exports.bootstrap = ({ strapi }) => {
      if (strapi.cron.jobs.length !== 1) throw new Error('no tasks yet');
      strapi.cron.add({ late: { task() {}, options: '* * * * *' } });
    };`;
    const tasks = `{ enabled: true, tasks: { early: { task() {}, options: '0 3 * * *' } } }`;
    expect(await started(tasks, { 'src/index.js': index })).to.deep.equal(['early', 'late']);
  });

  it('stay out where cron is not enabled', async () => {
    const tasks = `{ enabled: false, tasks: { early: { task() {}, options: '0 3 * * *' } } }`;
    expect(await started(tasks)).to.deep.equal([]);
  });

  it('stay out, as in Strapi, where nothing says whether cron is enabled, and the log says so', async () => {
    expect(await started(`{ tasks: { early: { task() {}, options: '0 3 * * *' } } }`)).to.deep.equal([
      'of no effect here: config/server.js: cron.tasks are run only with cron.enabled: true',
    ]);
    expect(await started('{ tasks: {} }')).to.deep.equal([]);
    expect(await started('{}')).to.deep.equal([]);
  });

  it('stop the start if one is wrong', async () => {
    expect(await started(`{ enabled: true, tasks: { early: { task() {}, options: 'never' } } }`)).to.match(
      /^config\/server, cron\.tasks: The cron task "early" cannot be scheduled/,
    );
    expect(await started(`{ tasks: [] }`)).to.match(/wrong settings/);
  });

  it('are missed in a file that config/server does not use', async () => {
    const file = { 'config/cron-tasks.js': 'module.exports = { a: { task() {}, options: "* * * * *" } };' };
    expect(await started('undefined', file)).to.deep.equal([
      'of no effect here: config/cron-tasks.js: its tasks are run only if config/server has them in cron.tasks',
    ]);
  });
});
