/** The use cases that deliveries call, the ports that stores and other adapters implement, and what all stores share. */
export { createAdmission, type Admission } from './admission/admission.js';
export type { AdmissionOptions } from './admission/fair-slots.js';
export { createAuditTrail, type AuditEvent, type AuditTrail } from './audit/audit-trail.js';
export { createDocuments } from './documents/documents.js';
export { defaultBudget, defaultLimits } from './documents/limits.js';
export type { Onces } from './documents/onces.js';
export type { RowHooks } from './documents/row-hooks.js';
export type * from './documents/use-cases.js';
export { createLocales } from './locales/create-locales.js';
export type * from './locales/locale-service.js';
export { createObservations } from './observations/create-observations.js';
export { createMedia } from './media/media.js';
export type * from './media/use-cases.js';
export type * from './ports/access-store.js';
export type * from './ports/archive-store.js';
export type * from './ports/audit-log.js';
export type * from './ports/captured-versions.js';
export type * from './ports/change-log.js';
export type * from './ports/change-signal.js';
export type * from './ports/clock.js';
export type * from './ports/cursor-codec.js';
export type * from './ports/document-store.js';
export type * from './ports/file-store.js';
export type * from './ports/file-types.js';
export type * from './ports/follower-store.js';
export type * from './ports/freshness.js';
export type * from './ports/index-store.js';
export type * from './ports/ids.js';
export type * from './ports/image-processor.js';
export type * from './ports/key-value-store.js';
export type * from './ports/locales.js';
export type * from './ports/log.js';
export type * from './ports/observations.js';
export type * from './ports/password-hasher.js';
export type * from './ports/rate-counts.js';
export type * from './ports/replicas.js';
export type * from './ports/schema-store.js';
export type * from './ports/statistics-store.js';
export * from './ports/store.js';
export type * from './ports/totals-store.js';
export type * from './ports/units-of-work.js';
export { afterRaces, type Racing } from './stores/after-races.js';
export { attemptWith } from './stores/attempt.js';
export { ThrownFailure } from './thrown-failure.js';
export { Cancelled, inTurns } from './stores/in-turns.js';
export { closeAfterWork } from './stores/close-after-work.js';
export { createChangeSignal, type ClosableSignal, type RemoteSignal } from './stores/create-change-signal.js';
export { createUnits, type Carrier, type Units, type UnitOptions } from './stores/create-units.js';
export type { OpenUnit, UnitDriver } from './stores/open-unit.js';
export { writeEach } from './stores/write-each.js';
export {
  checkGuards,
  decideAtOnce,
  decideLoaded,
  makesDocument,
  type WriteSteps,
} from './stores/write-protocol.js';
export { countedTotals } from './totals/counted-totals.js';
