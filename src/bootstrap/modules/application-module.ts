import { ContainerModule } from 'inversify';
import { createGrantFilters } from '../../adapters/delivery/codec/create-grant-filters.js';
import { createAccess } from '../../application/access/access.js';
import { createUserDocuments } from '../../application/accounts/user-documents.js';
import { createAuditTrail } from '../../application/audit/audit-trail.js';
import { createDocuments } from '../../application/documents/documents.js';
import { createLocales } from '../../application/locales/create-locales.js';
import { createRoles } from '../../application/roles/create-roles.js';
import { createStatisticsWatch } from '../../application/statistics/create-statistics-watch.js';
import { tokens } from '../tokens.js';

/** The use cases. */
export const applicationModule = new ContainerModule(({ bind }) => {
  bind(tokens.audit)
    .toResolvedValue(
      (store, clock, log, { config }) =>
        config.audit.enabled ? createAuditTrail({ store: store.audit, clock, log }) : undefined,
      [tokens.store, tokens.clock, tokens.log, tokens.app],
    )
    .inSingletonScope();
  bind(tokens.statistics)
    .toResolvedValue((store, log) => createStatisticsWatch(store.statistics, log), [tokens.store, tokens.log])
    .inSingletonScope();
  bind(tokens.documents)
    .toResolvedValue(
      (schema, store, clock, ids, passwords, { config }, locales, audit, secrets, statistics) => {
        const documents = createDocuments({
          ...(audit && { audit }),
          schema,
          store: store.documents,
          clock,
          ids,
          passwords,
          limits: config.limits,
          budget: () => ({ ...config.budget, statistics: statistics.current() }),
          locales,
        });
        return createUserDocuments(documents, secrets);
      },
      [
        tokens.schema,
        tokens.store,
        tokens.clock,
        tokens.ids,
        tokens.passwords,
        tokens.app,
        tokens.locales,
        tokens.audit,
        tokens.secrets,
        tokens.statistics,
      ],
    )
    .inSingletonScope();
  bind(tokens.locales)
    .toResolvedValue(
      (schema, store, clock, ids, passwords, log, audit) => {
        const documents = createDocuments({
          schema,
          store: store.documents,
          clock,
          ids,
          passwords,
          ...(audit && { audit }),
        });
        return createLocales({ schema, documents, clock, log });
      },
      [tokens.schema, tokens.store, tokens.clock, tokens.ids, tokens.passwords, tokens.log, tokens.audit],
    )
    .inSingletonScope();
  bind(tokens.access)
    .toResolvedValue(
      (schema, store, clock, secrets, log) =>
        createAccess({ schema, store: store.access, clock, secrets, filters: createGrantFilters(), log }),
      [tokens.schema, tokens.store, tokens.clock, tokens.secrets, tokens.log],
    )
    .inSingletonScope();
  bind(tokens.roles)
    .toResolvedValue(
      (documents, access) => createRoles({ documents, access }),
      [tokens.documents, tokens.access],
    )
    .inSingletonScope();
});
