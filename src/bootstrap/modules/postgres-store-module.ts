import { ContainerModule } from 'inversify';
import { openPostgresStore } from '../open-store.js';
import { tokens } from '../tokens.js';

/** `postgres://…`: a server of one's own. */
export const postgresStoreModule = new ContainerModule(({ bind }) => {
  bind(tokens.openStore)
    .toResolvedValue(
      ({ config, schema }, log) =>
        () =>
          openPostgresStore({ url: config.databaseUrl ?? '', schema, config, log }),
      [tokens.app, tokens.log],
    )
    .inSingletonScope();
});
