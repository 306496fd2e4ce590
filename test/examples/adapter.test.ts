import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('the adapter example', () => {
  it('runs the contract suite on a store from outside', async function () {
    // A second run of mocha, which takes a quarter of a minute where nothing else runs.
    this.timeout(180_000);
    const mocha = [
      'node_modules/mocha/bin/mocha.js',
      '--reporter',
      'json',
      'examples/adapter/contract.test.ts',
    ];
    const { stdout } = await promisify(execFile)(process.execPath, mocha, { cwd: root, maxBuffer: 1e7 });
    const { stats } = JSON.parse(stdout) as { stats: { passes: number; failures: number; pending: number } };
    expect(stats).to.include({ failures: 0, pending: 0 });
    expect(stats.passes).to.be.greaterThan(100);
  });
});
