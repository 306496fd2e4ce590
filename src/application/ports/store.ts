import type { AccessStore } from './access-store.js';
import type { ArchiveStore } from './archive-store.js';
import type { AuditLog } from './audit-log.js';
import type { DocumentStore } from './document-store.js';
import type { RateCounts } from './rate-counts.js';
import type { SchemaStore } from './schema-store.js';
import type { StatisticsStore } from './statistics-store.js';

/** One database, opened for one schema. */
export interface Store {
  readonly documents: DocumentStore;
  readonly schema: SchemaStore;
  readonly access: AccessStore;
  readonly archive: ArchiveStore;
  readonly audit: AuditLog;
  readonly rates: RateCounts;
  readonly statistics: StatisticsStore;
  /** Lets running work end, then closes every connection. */
  close(): Promise<void>;
}
