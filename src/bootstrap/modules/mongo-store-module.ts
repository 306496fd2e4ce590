import { ContainerModule } from 'inversify';
import { openMongoStore } from '../open-store.js';
import { tokens } from '../tokens.js';

/** `mongodb://…`: a server of one's own. */
export const mongoStoreModule = new ContainerModule(({ bind }) => {
  bind(tokens.openStore)
    .toResolvedValue(
      ({ config, schema }, log) =>
        () =>
          openMongoStore({ url: config.databaseUrl ?? '', schema, config, log }),
      [tokens.app, tokens.log],
    )
    .inSingletonScope();
});
