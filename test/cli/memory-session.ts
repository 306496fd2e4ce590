import { createSecretKey } from 'node:crypto';
import type { Session } from '../../src/adapters/delivery/cli/session.js';
import { createGrantFilters } from '../../src/adapters/delivery/codec/create-grant-filters.js';
import { createClock } from '../../src/adapters/host/create-clock.js';
import { createIds } from '../../src/adapters/host/create-ids.js';
import { createTokenSecrets } from '../../src/adapters/identity/create-token-secrets.js';
import { createWebhookSender } from '../../src/adapters/webhooks/create-webhook-sender.js';
import { createWebhookVault } from '../../src/adapters/webhooks/create-webhook-vault.js';
import { createHistory } from '../../src/application/history/create-history.js';
import { createBulk } from '../../src/application/bulk/run-bulk.js';
import { createBulkJobs } from '../../src/application/bulk-jobs/create-bulk-jobs.js';
import { createReleases } from '../../src/application/releases/create-releases.js';
import { createWebhooks } from '../../src/application/webhooks/create-webhooks.js';
import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import { createAccessFiles } from '../../src/application/access/file/create-access-files.js';
import { createAccess } from '../../src/application/access/access.js';
import { auditedAccess } from '../../src/application/audit/audited-access.js';
import { createAuditTrail, type AuditTrail } from '../../src/application/audit/audit-trail.js';
import { defaultAdviceLimits } from '../../src/application/indexes/advise.js';
import { createIndexService } from '../../src/application/indexes/create-index-service.js';
import { createFollowerService } from '../../src/application/change-log/manage-followers.js';
import type { IndexStore } from '../../src/application/ports/index-store.js';
import type { Store } from '../../src/application/ports/store.js';
import { createDocuments, type Documents } from '../../src/application/documents/documents.js';
import { createLocales } from '../../src/application/locales/create-locales.js';
import { createRoles } from '../../src/application/access/roles/create-roles.js';
import { createAdministration } from '../../src/application/administration/administration.js';
import { createAttempts } from '../../src/application/accounts/attempts.js';
import { createPasswordPolicy } from '../../src/application/accounts/password-policy.js';
import { createSecondFactors } from '../../src/adapters/identity/create-second-factors.js';
import { createUsers } from '../../src/application/accounts/users.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { createIndexStoreInMemory } from '../unit/application/indexes/index-store-in-memory.js';
import { contentType, drafts, relation, schemaFrom } from '../schema-builders.js';

export const chef = 'api::chef.chef';

export const schema = schemaFrom({
  contentTypes: [
    contentType('chef', 'chefs', {
      Name: { type: 'string' },
      owner: relation('manyToOne', 'plugin::users-permissions.user'),
    }),
    contentType('note', 'notes', { title: { type: 'string' } }, drafts),
  ],
});

const nothing = (): void => undefined;
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

type Services = Pick<
  Session,
  | 'access'
  | 'administration'
  | 'adminUrl'
  | 'isAdminUrlAssumed'
  | 'principal'
  | 'roles'
  | 'users'
  | 'accessFiles'
  | 'locales'
  | 'audit'
  | 'followers'
  | 'indexes'
  | 'webhooks'
  | 'releases'
  | 'bulkJobs'
  | 'history'
  | 'totals'
>;

/** What commands work on, over one database in memory: each command opens it anew. */
export function openMemorySession(): {
  open(): Services;
  readonly documents: Documents;
  readonly audit: AuditTrail;
  readonly store: Store;
  readonly indexes: IndexStore;
} {
  const store = createMemoryStore({ schema });
  const indexes = createIndexStoreInMemory();
  const [clock, secrets, filters] = [createClock(), createTokenSecrets(), createGrantFilters()];
  const audit = createAuditTrail({ store: store.audit, clock, log });
  const audited = auditedAccess(store.access, clock, systemPrincipal);
  const stored = {
    schema,
    store: store.documents,
    clock,
    ids: createIds(),
    passwords: { hash: (password: string) => Promise.resolve(`hash of ${password}`) },
    keepsHistory: true,
  };
  const documents = createDocuments(stored);
  const vault = createWebhookVault(() => createSecretKey(Buffer.from('key')));
  const sender = createWebhookSender({ privateHosts: [], timeoutMs: 1000 });
  const counts = { counts: store.rates, keyedHash: (text: string) => secrets.hash(text), log };
  const administration = createAdministration({
    schema,
    documents,
    units: store.units,
    values: store.values,
    passwords: {
      hash: async (password) => `hash of ${password}`,
      verify: async (hash, password) => hash === `hash of ${password}`,
      isForeign: () => false,
    },
    policy: createPasswordPolicy({ minLength: 12, refuseCommon: true }, { includes: async () => false }),
    secrets,
    providers: { names: [], addresses: [], links: false },
    attempts: createAttempts({ ...counts, limit: { max: 10, windowMs: 60_000 } }),
    filters,
    secondFactors: createSecondFactors(() => createSecretKey(Buffer.from('key'))),
    clock,
    audit,
    contentGrantsOf: () => null,
    mails: { areOffered: false, mailer: { send: async () => false }, background: { begin: () => {} } },
  });
  const open = (): Services => {
    const locales = createLocales({ schema, documents, clock, log });
    const access = createAccess({ store: audited, schema, clock, secrets, filters, log });
    return {
      access,
      administration,
      principal: systemPrincipal,
      adminUrl: 'https://content.example.org/admin',
      isAdminUrlAssumed: true,
      roles: createRoles({ documents, access }),
      users: createUsers({ documents, secrets }),
      accessFiles: createAccessFiles({ schema, documents, store: audited, secrets, clock, filters }),
      locales,
      audit,
      indexes: createIndexService({
        schema,
        store: indexes,
        clock,
        log,
        limits: { ...defaultAdviceLimits, perType: 4 },
      }),
      followers: createFollowerService(store.changes, store.followers),
      totals: store.totals,
      history: createHistory({
        schema,
        documents,
        clientDocuments: documents,
        captured: store.captured,
        units: store.units,
        addressing: stored,
        rows: stored,
      }),
      releases: createReleases({
        schema,
        documents,
        rowDocuments: documents,
        units: store.units,
        clock,
        secrets,
      }),
      bulkJobs: createBulkJobs({
        schema,
        documents,
        rowDocuments: documents,
        bulk: createBulk({
          schema,
          documents,
          units: store.units,
          log,
          runsCode: () => false,
          unitsAtOnce: 2,
        }),
        runsCode: () => false,
        ids: createIds(),
        clock,
        secrets,
        audit,
        log,
      }),
      webhooks: createWebhooks({
        schema,
        documents,
        filters,
        vault,
        sender,
        clock,
        changes: store.changes,
        followers: store.followers,
        locales,
      }),
    };
  };
  return { open, documents, audit, store, indexes };
}
