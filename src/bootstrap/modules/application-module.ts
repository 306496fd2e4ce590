import { ContainerModule } from 'inversify';
import { createAccess } from '../../application/access/access.js';
import { createDocuments } from '../../application/documents/documents.js';
import { tokens } from '../tokens.js';

/** The use cases. */
export const applicationModule = new ContainerModule(({ bind }) => {
  bind(tokens.documents)
    .toResolvedValue(
      (schema, store, clock, ids, passwords, { config }) =>
        createDocuments({ schema, store: store.documents, clock, ids, passwords, limits: config.limits }),
      [tokens.schema, tokens.store, tokens.clock, tokens.ids, tokens.passwords, tokens.app],
    )
    .inSingletonScope();
  bind(tokens.access)
    .toResolvedValue(
      (schema, store, clock, secrets, log) =>
        createAccess({ schema, store: store.access, clock, secrets, log }),
      [tokens.schema, tokens.store, tokens.clock, tokens.secrets, tokens.log],
    )
    .inSingletonScope();
});
