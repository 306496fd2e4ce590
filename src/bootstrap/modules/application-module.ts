import { ContainerModule } from 'inversify';
import { createGrantFilters } from '../../adapters/delivery/codec/create-grant-filters.js';
import { createAccess } from '../../application/access/access.js';
import { createPasswordPolicy } from '../../application/accounts/password-policy.js';
import { createUserDocuments } from '../../application/accounts/user-documents.js';
import { createAuditTrail } from '../../application/audit/audit-trail.js';
import { createDocuments } from '../../application/documents/documents.js';
import { createLocales } from '../../application/locales/create-locales.js';
import { createRoles } from '../../application/roles/create-roles.js';
import { accountSettings } from '../account-settings.js';
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
  bind(tokens.storedDocuments)
    .toResolvedValue(
      (schema, store, clock, ids, passwords, { config }, locales, audit) =>
        createDocuments({
          ...(audit && { audit }),
          schema,
          store: store.documents,
          clock,
          ids,
          passwords,
          limits: config.limits,
          locales,
        }),
      [
        tokens.schema,
        tokens.store,
        tokens.clock,
        tokens.ids,
        tokens.passwords,
        tokens.app,
        tokens.locales,
        tokens.audit,
      ],
    )
    .inSingletonScope();
  bind(tokens.documents)
    .toResolvedValue(
      (documents, schema, secrets, passwords, codes, attempts, common, audit, app) =>
        createUserDocuments({
          documents,
          schema,
          secrets,
          passwords,
          codes,
          attempts,
          policy: createPasswordPolicy(app.config.accounts.passwords, common),
          audit,
          settings: accountSettings(app),
        }),
      [
        tokens.storedDocuments,
        tokens.schema,
        tokens.secrets,
        tokens.passwords,
        tokens.codes,
        tokens.attempts,
        tokens.commonPasswords,
        tokens.audit,
        tokens.app,
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
