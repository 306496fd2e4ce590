import { resolve } from 'node:path';
import { ContainerModule } from 'inversify';
import { createLocalFileStore } from '../../adapters/files/local/create-local-file-store.js';
import { filesPath } from '../files-path.js';
import { tokens } from '../tokens.js';

/** Files in a folder, by default in the app directory. */
export const localFilesModule = new ContainerModule(({ bind }) => {
  bind(tokens.files)
    .toResolvedValue(
      ({ directory, config: { upload } }) => {
        if (upload.place.kind !== 'local') throw new Error('files are kept elsewhere');
        return createLocalFileStore({ folder: resolve(directory, upload.place.folder), path: filesPath });
      },
      [tokens.app],
    )
    .inSingletonScope();
});
