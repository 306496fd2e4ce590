import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createLocalFileStore } from '../../../src/adapters/files/local/create-local-file-store.js';
import { owner } from '../../../src/adapters/files/owner.js';
import { describeFileStore } from './describe-file-store.js';
import { lateOwner } from './late-owner.js';

describeFileStore('a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-files-'));
  const open = () => createLocalFileStore({ folder: join(folder, 'uploads'), path: '/uploads' });
  const claims = join(folder, 'uploads', '.quire', 'claims');
  return {
    store: open(),
    async names() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    async inherit() {
      for (const name of await readdir(claims)) await writeFile(join(claims, name), lateOwner);
      return open();
    },
    close: () => rm(folder, { recursive: true }),
  };
});

describe('a claim in a folder', () => {
  it('is never there without the name of who claims', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quire-files-'));
    const store = createLocalFileStore({ folder, path: '/uploads' });
    const claims = join(folder, '.quire', 'claims');
    const over = new AbortController();
    const seen: string[] = [];
    const look = async (): Promise<void> => {
      while (!over.signal.aborted) {
        for (const name of await readdir(claims).catch(() => []))
          seen.push(await readFile(join(claims, name), 'utf8').catch(() => 'released'));
      }
    };
    const looking = look();
    for (let round = 0; round < 100; round++) {
      const keys = ['a_0123456789.png', 'a_0123456789.png', 'b_0123456789.png'];
      await Promise.all(keys.map(async (key) => expect((await store.claim(key)).ok).to.equal(true)));
      for (const key of keys) await store.release(key);
    }
    over.abort();
    await looking;
    expect(seen).to.include(owner);
    expect(new Set(seen)).to.not.include('');
    await rm(folder, { recursive: true });
  });
});
