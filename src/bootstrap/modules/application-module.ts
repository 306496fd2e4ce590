import { ContainerModule } from 'inversify';
import { createGrantFilters } from '../../adapters/delivery/codec/create-grant-filters.js';
import { tellingDenied } from '../../application/access/tell-denied.js';
import { createAccess } from '../../application/access/access.js';
import { createPasswordPolicy } from '../../application/accounts/password-policy.js';
import { createUserDocuments } from '../../application/accounts/user-documents.js';
import { createAdmission } from '../../application/admission/admission.js';
import { createAuditTrail } from '../../application/audit/audit-trail.js';
import { createDocuments } from '../../application/documents/documents.js';
import { createLocales } from '../../application/locales/create-locales.js';
import { createRoles } from '../../application/access/roles/create-roles.js';
import { createStatisticsWatch } from '../../application/statistics/create-statistics-watch.js';
import { accountSettings } from '../account-settings.js';
import { tellDeniedOf } from '../development.js';
import { tokens } from '../tokens.js';

/** The use cases. */
export const applicationModule = new ContainerModule(({ bind }) => {
  bind(tokens.audit)
    .toResolvedValue(
      (store, clock, log, keyedHash, { config }) =>
        config.audit.enabled ? createAuditTrail({ store: store.audit, clock, log, keyedHash }) : undefined,
      [tokens.store, tokens.clock, tokens.log, tokens.keyedHash, tokens.app],
    )
    .inSingletonScope();
  bind(tokens.tellDenied)
    .toResolvedValue((app, log) => tellDeniedOf(app, log), [tokens.app, tokens.log])
    .inSingletonScope();
  bind(tokens.statistics)
    .toResolvedValue((store, log) => createStatisticsWatch(store.statistics, log), [tokens.store, tokens.log])
    .inSingletonScope();
  bind(tokens.admission)
    .toResolvedValue(
      ({ config: { load } }) => createAdmission({ ...load, slots: load.maxConcurrentQueries }),
      [tokens.app],
    )
    .inSingletonScope();
  bind(tokens.storedDocuments)
    .toDynamicValue((from) => {
      const app = from.get(tokens.app);
      const audit = from.get(tokens.audit);
      const statistics = from.get(tokens.statistics);
      const documents = createDocuments({
        ...(audit && { audit }),
        schema: from.get(tokens.schema),
        store: from.get(tokens.store).documents,
        clock: from.get(tokens.clock),
        ids: from.get(tokens.ids),
        passwords: from.get(tokens.passwords),
        limits: app.config.limits,
        budget: () => ({ ...app.config.budget, statistics: statistics.current() }),
        admission: from.get(tokens.admission),
        locales: from.get(tokens.locales),
        decisive: from.get(tokens.access).decisive,
      });
      const tell = from.get(tokens.tellDenied);
      return tell === undefined ? documents : tellingDenied(documents, tell);
    })
    .inSingletonScope();
  bind(tokens.documents)
    .toDynamicValue((from) =>
      createUserDocuments({
        documents: from.get(tokens.storedDocuments),
        schema: from.get(tokens.schema),
        secrets: from.get(tokens.secrets),
        passwords: from.get(tokens.passwords),
        codes: from.get(tokens.codes),
        attempts: from.get(tokens.attempts),
        policy: createPasswordPolicy(
          from.get(tokens.app).config.accounts.passwords,
          from.get(tokens.commonPasswords),
        ),
        audit: from.get(tokens.audit),
        settings: accountSettings(from.get(tokens.app)),
      }),
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
