import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { exportVariables } from '../../src/bootstrap/export-variables.js';

describe('the .env of an app', () => {
  it('is left out with a warning where it cannot be read', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'quire-env-'));
    // A folder, because root can read every file.
    await mkdir(join(directory, '.env'));
    const warned = once(process, 'warning') as Promise<[Error]>;
    exportVariables(directory);
    const [{ message }] = await warned;
    expect(message).to.equal(`${directory}/.env cannot be read, so its variables are not there`);
    await rm(directory, { recursive: true });
  });
});
