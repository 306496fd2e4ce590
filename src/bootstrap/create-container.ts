import { Container, type ContainerModule } from 'inversify';
import type { Log } from '../application/ports/log.js';
import { accountsModule } from './modules/accounts-module.js';
import { applicationModule } from './modules/application-module.js';
import { deliveryModule } from './modules/delivery-module.js';
import { embeddedPostgresModule } from './modules/embedded-postgres-module.js';
import { hostModule } from './modules/host-module.js';
import { identityModule } from './modules/identity-module.js';
import { localFilesModule } from './modules/local-files-module.js';
import { mediaModule } from './modules/media-module.js';
import { memoryStoreModule } from './modules/memory-store-module.js';
import { mongoStoreModule } from './modules/mongo-store-module.js';
import { postgresStoreModule } from './modules/postgres-store-module.js';
import { s3FilesModule } from './modules/s3-files-module.js';
import type { App } from './read-app.js';
import { tokens } from './tokens.js';

/** Everything for one app, made when it is first asked for. `tokens.store` is bound once the store is open. */
export function createContainer(app: App, log: Log): Container {
  const container = new Container();
  container.bind(tokens.app).toConstantValue(app);
  container.bind(tokens.schema).toConstantValue(app.schema);
  container.bind(tokens.log).toConstantValue(log);
  container.bind(tokens.readiness).toConstantValue({ ready: false });
  container.load(
    hostModule,
    identityModule,
    applicationModule,
    accountsModule,
    mediaModule,
    deliveryModule,
    app.config.upload.place.kind === 's3' ? s3FilesModule : localFilesModule,
    storeModule(app.config.databaseUrl),
  );
  return container;
}

function storeModule(url: string | undefined): ContainerModule {
  if (url === undefined) return embeddedPostgresModule;
  if (url.startsWith('memory:')) return memoryStoreModule;
  return url.startsWith('mongodb') ? mongoStoreModule : postgresStoreModule;
}
