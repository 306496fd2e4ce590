import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalFileStore } from '../../../src/adapters/files/local/create-local-file-store.js';
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
