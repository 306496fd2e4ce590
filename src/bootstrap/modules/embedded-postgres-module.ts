import { ContainerModule } from 'inversify';
import { join } from 'node:path';
import { keepOutOfGit } from '../keep-out-of-git.js';
import { openEmbeddedStore } from '../open-store.js';
import { tokens } from '../tokens.js';

/** No address at all: the built-in PostgreSQL, its data in the app directory. */
export const embeddedPostgresModule = new ContainerModule(({ bind }) => {
  bind(tokens.openStore)
    .toResolvedValue(
      ({ directory, config, schema }, log) =>
        async () => {
          const folder = join(directory, '.quire');
          const opened = await openEmbeddedStore({ dataDir: join(folder, 'postgres'), schema, config, log });
          keepOutOfGit(folder);
          return opened;
        },
      [tokens.app, tokens.log],
    )
    .inSingletonScope();
});
