import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('the batch example', () => {
  it('imports rows and reports on them, with the packages alone', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'examples/batch/report.ts'],
      { cwd: root },
    );
    expect(stdout.trim().split('\n')).to.deep.equal([
      '3 authors',
      "Ingrid Oyelaran: Saltmarsh (1988), The Ferryman's Ledger (1999), Low Water (2016)",
      'Mori Hanako: 冬の市場 (2011)',
      'Tomás Varga: A Map of Small Rains (2003)',
    ]);
  });
});
