import { ContainerModule } from 'inversify';
import { join } from 'node:path';
import { openEmbeddedStore } from '../open-store.js';
import { tokens } from '../tokens.js';

/** No address at all: the built-in PostgreSQL, its data in the app directory. */
export const embeddedStoreModule = new ContainerModule(({ bind }) => {
  bind(tokens.openStore)
    .toResolvedValue(
      ({ directory, config, schema }, log) =>
        () =>
          openEmbeddedStore({ dataDir: join(directory, '.quire', 'postgres'), schema, config, log }),
      [tokens.app, tokens.log],
    )
    .inSingletonScope();
});
