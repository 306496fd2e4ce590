import { randomUUID } from 'node:crypto';
import { createDocumentMiddlewares } from '../../adapters/app-code/hooks/create-document-middlewares.js';
import { createEventHub } from '../../adapters/app-code/hooks/create-event-hub.js';
import { withDocumentMiddlewares } from '../../adapters/app-code/hooks/with-document-middlewares.js';
import { withEntryEvents } from '../../adapters/app-code/hooks/with-entry-events.js';
import { createAppHooks } from '../../adapters/app-code/hooks/create-app-hooks.js';
import { createGrantFilters } from '../../adapters/delivery/codec/create-grant-filters.js';
import { bcryptMaxBytes } from '../../adapters/identity/create-password-hasher.js';
import { createCursorCodec } from '../../adapters/identity/create-cursor-codec.js';
import { createPositionCodec } from '../../adapters/identity/create-position-codec.js';
import { createTokenUses } from '../../application/access/token-uses.js';
import { createAccess } from '../../application/access/access.js';
import { createDeclaredActions } from '../../application/access/declared-actions.js';
import { createReportDenied, reportingDenied } from '../../application/access/report-denied.js';
import { createRoles } from '../../application/access/roles/create-roles.js';
import { createPasswordPolicy } from '../../application/accounts/password-policy.js';
import { createUserDocuments } from '../../application/accounts/user-documents.js';
import { createAdmission } from '../../application/admission/admission.js';
import { withoutTurnsInUnits } from '../../application/admission/turns-in-units.js';
import { createAuditTrail } from '../../application/audit/audit-trail.js';
import { createBulk } from '../../application/bulk/run-bulk.js';
import { createBulkJobs } from '../../application/bulk-jobs/create-bulk-jobs.js';
import { createFollowers } from '../../application/change-log/create-followers.js';
import { notingChanges } from '../../application/change-log/noting-changes.js';
import {
  createDocuments,
  type Documents,
  type DocumentsDependencies,
} from '../../application/documents/documents.js';
import { createLiveChanges } from '../../application/live-changes/create-live-changes.js';
import { createHistory } from '../../application/history/create-history.js';
import { createIndexService } from '../../application/indexes/create-index-service.js';
import { countingReads, createQuestionCounts } from '../../application/indexes/question-counts.js';
import { createLocales } from '../../application/locales/create-locales.js';
import { createReleases } from '../../application/releases/create-releases.js';
import { createStatisticsWatch } from '../../application/statistics/create-statistics-watch.js';
import { createTotalsKeeper } from '../../application/totals/keep-totals.js';
import { accountSettings, indexLimits } from '../app-settings.js';
import { partsModule, type Parts } from '../parts.js';
import { runsCode } from '../runs-code.js';
import { bulkJobDependencies } from '../start-bulk-jobs.js';

/** The use cases. */
export const applicationModule = partsModule((define) => {
  define('audit', ({ app, store, clock, log, keyedHash }) =>
    app.config.audit.enabled ? createAuditTrail({ store: store.audit, clock, log, keyedHash }) : undefined,
  );
  define('followers', ({ store, clock, log, observing: { observations } }) =>
    createFollowers(
      {
        changes: store.changes,
        signal: store.changeSignal,
        store: store.followers,
        clock,
        log,
        observations,
      },
      randomUUID(),
    ),
  );
  define('liveChanges', (parts) => {
    const { app, schema, documents, store, locales, appHooks, documentMiddlewares, sessionKey } = parts;
    const { enabled, ...limits } = app.config.liveChanges;
    if (!enabled) return null;
    const { longReads } = store.limits;
    return createLiveChanges({
      schema,
      documents,
      changes: store.changes,
      signal: store.changeSignal,
      positions: createPositionCodec(() => sessionKey),
      defaultLocale: () => locales.default,
      isApart: (type) => documentMiddlewares.isUsed || appHooks.hasReads(type),
      longCost: longReads.cost * longReads.ofShort,
      log: parts.log,
      observations: parts.observing.observations,
      limits,
    });
  });
  define('statistics', ({ store, log }) => createStatisticsWatch(store.statistics, log));
  define('totals', ({ store, statistics, log }) =>
    createTotalsKeeper(store.totals, log, (types) => statistics.keeps(types)),
  );
  define('questions', ({ app, schema, store, statistics }) =>
    store.indexes === null || app.config.indexes.mode === 'off'
      ? null
      : createQuestionCounts(schema, statistics.current),
  );
  define('indexes', ({ app, schema, store, clock, log }) =>
    createIndexService({ schema, store: store.indexes, clock, log, limits: indexLimits(app) }),
  );
  define('admission', ({ app, store, observing: { observations } }) => {
    const { load } = app.config;
    const { longReads } = store.limits;
    const admission = createAdmission({ ...load, slots: load.maxConcurrentQueries, longReads });
    observations.addSource(() => ({ kind: 'admission', ...admission.load() }));
    return withoutTurnsInUnits(admission, store.units);
  });
  define('reportDenied', ({ app, log }) =>
    app.config.environment === 'development' ? createReportDenied(log) : undefined,
  );
  define('appHooks', ({ schema, store: { units }, log }) => createAppHooks({ schema, units, log }));
  define('documentMiddlewares', () => createDocumentMiddlewares());
  define('eventHub', ({ log }) => createEventHub(log));
  define('storedDocuments', (parts) => {
    const documents = storedDocuments(parts, { hooks: parts.appHooks, units: parts.store.units });
    return parts.reportDenied === undefined ? documents : reportingDenied(documents, parts.reportDenied);
  });
  define('documents', (parts) => aroundByCode(parts, underUserRules(parts, parts.storedDocuments)));
  define('rowDocuments', (parts) => underUserRules(parts, storedDocuments(parts)));
  define('locales', ({ schema, store, clock, ids, passwords, log, audit, appHooks: hooks }) => {
    const documents = createDocuments({
      schema,
      store: store.documents,
      clock,
      ids,
      passwords,
      ...(audit && { audit }),
      hooked: { hooks, units: store.units },
    });
    return createLocales({ schema, documents, clock, log });
  });
  define('declaredActions', createDeclaredActions);
  define('access', ({ schema, store, clock, secrets, declaredActions: declared, log }) =>
    createAccess({
      schema,
      store: store.access,
      units: store.units,
      clock,
      secrets,
      filters: createGrantFilters(),
      declared,
      log,
      uses: createTokenUses({ values: store.values, log }),
    }),
  );
  define('bulk', (parts) => {
    const { app, schema, documents, store, log } = parts;
    const { unitsAtOnce } = app.config.load;
    return createBulk({ schema, documents, units: store.units, log, runsCode: runsCode(parts), unitsAtOnce });
  });
  define('bulkJobs', (parts) => createBulkJobs(bulkJobDependencies(parts)));
  define('releases', ({ schema, documents, rowDocuments, store: { units }, clock, secrets }) =>
    createReleases({ schema, documents, rowDocuments, units, clock, secrets }),
  );
  define('history', (parts) => {
    const { schema, documents: clientDocuments, rowDocuments: documents, store } = parts;
    const { captured, units } = store;
    const addressing = documentDependencies(parts);
    return createHistory({
      schema,
      documents,
      clientDocuments,
      captured,
      units,
      addressing,
      rows: addressing,
    });
  });
  define('roles', ({ documents, access }) => createRoles({ documents, access }));
});

/** What the app's code puts around the document service. */
function aroundByCode(parts: Parts, stored: Documents): Documents {
  const { app, schema, store, eventHub: hub, documentMiddlewares: middlewares } = parts;
  const documents = withEntryEvents({ documents: stored, hub, units: store.units, schema });
  const limits = { ...app.config.limits, ...store.limits };
  return withDocumentMiddlewares({ documents, middlewares, schema, limits });
}

function underUserRules(parts: Parts, documents: Documents): Documents {
  const { app, schema, secrets, passwords, codes, attempts, audit, commonPasswords } = parts;
  const { passwords: rules } = app.config.accounts;
  const bounded = { ...rules, ...(rules.hash === 'bcrypt' && { maxBytes: bcryptMaxBytes }) };
  const policy = createPasswordPolicy(bounded, commonPasswords);
  const settings = accountSettings(app);
  return createUserDocuments({
    documents,
    schema,
    secrets,
    passwords,
    codes,
    attempts,
    audit,
    policy,
    settings,
  });
}

/** Without `hooked`, no code of the app runs around reads and writes. */
const storedDocuments = (parts: Parts, hooked?: DocumentsDependencies['hooked']): Documents =>
  createDocuments({ ...documentDependencies(parts), ...(hooked && { hooked }) });

/** Returns what a request may cost, by the statistics of now. */
export const budgetOf =
  ({ app, statistics }: Pick<Parts, 'app' | 'statistics'>): NonNullable<DocumentsDependencies['budget']> =>
  () => ({ ...app.config.budget, statistics: statistics.current() });

function documentDependencies(parts: Parts): DocumentsDependencies {
  const { app, audit, schema, store, clock, ids, passwords, admission, locales, access, statistics } = parts;
  const { sessionKey, questions } = parts;
  const stored = notingChanges(store.documents, store.units, (changes) => {
    store.changeSignal.send();
    statistics.wrote(changes);
  });
  return {
    ...(audit && { audit }),
    schema,
    store: questions === null ? stored : countingReads(stored, questions),
    clock,
    ids,
    passwords,
    onces: { values: store.values, units: store.units },
    cursors: createCursorCodec(() => sessionKey),
    limits: { ...app.config.limits, ...store.limits },
    minGroupSize: app.config.minGroupSize,
    budget: budgetOf(parts),
    admission,
    locales,
    decisive: access.decisive,
    changes: store.changes,
    keepsHistory: app.config.history.enabled,
  };
}
