import { ContainerModule } from 'inversify';
import { createAppObject } from '../../adapters/delivery/embedded-api/create-app-object.js';
import { createHttpServer } from '../../adapters/delivery/rest/create-http-server.js';
import { createRestApp } from '../../adapters/delivery/rest/create-rest-app.js';
import { tokens } from '../tokens.js';

/** The ways in: HTTP, and the object for the app's own code. */
export const deliveryModule = new ContainerModule(({ bind }) => {
  bind(tokens.appObject)
    .toResolvedValue(
      (schema, documents, access, { config }, log, readiness) =>
        createAppObject({ schema, documents, access, config, log, isReady: () => readiness.ready }),
      [tokens.schema, tokens.documents, tokens.access, tokens.app, tokens.log, tokens.readiness],
    )
    .inSingletonScope();
  bind(tokens.httpServer)
    .toResolvedValue(
      (schema, documents, authenticate, log, { config }) =>
        createHttpServer(createRestApp({ schema, documents, authenticate, log, options: config.rest })),
      [tokens.schema, tokens.documents, tokens.authenticate, tokens.log, tokens.app],
    )
    .inSingletonScope();
});
