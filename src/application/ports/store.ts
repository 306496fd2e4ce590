import type { Result } from '../../domain/result.js';
import type { AccessStore } from './access-store.js';
import type { ArchiveStore } from './archive-store.js';
import type { AuditLog } from './audit-log.js';
import type { CapturedVersions } from './captured-versions.js';
import type { ChangeLog } from './change-log.js';
import type { ChangeSignal } from './change-signal.js';
import type { DocumentStore } from './document-store.js';
import type { FollowerStore } from './follower-store.js';
import type { Freshness } from './freshness.js';
import type { IndexStore } from './index-store.js';
import type { KeyValueStore } from './key-value-store.js';
import type { Replicas } from './replicas.js';
import type { RateCounts } from './rate-counts.js';
import type { SchemaStore } from './schema-store.js';
import type { StatisticsStore } from './statistics-store.js';
import type { TotalsStore } from './totals-store.js';
import type { UnitsOfWork } from './units-of-work.js';

/** Limits of a store. */
export interface StoreLimits {
  /** The number of characters of a search text that the store always supports. */
  readonly searchText: number;
  readonly longReads: LongReads;
}

/** Which reads are long, and what may be spent on reads that run at the same time. */
export interface LongReads {
  /** A read with a higher estimated cost is long (domain/plan/cost-units.ts). It takes the store 25 to 50 ms. */
  readonly cost: number;
  /** What long reads may cost together for each slot, as a multiple of `cost`. */
  readonly ofAll: number;
  /** The same for those of one caller. */
  readonly ofCaller: number;
  /** The same for the short reads of one caller, so that many of nearly this cost do not keep the processors from others. */
  readonly ofShort: number;
}

/**
 * For a store whose database does the work of a read. It may have as few as two processors, which the process shares: there,
 * four reads of 50 ms at once make all others wait 100 ms.
 */
export const databaseReads: LongReads = { cost: 5_000, ofAll: 1, ofCaller: 1 / 2, ofShort: 1 / 5 };

/**
 * For a store that does a part of the work in this process. Two or three long reads keep the process and the database busy; with
 * more, all would end later, and short reads too.
 */
export const processReads: Omit<LongReads, 'cost'> = { ofAll: 3 / 8, ofCaller: 1 / 4, ofShort: 1 / 5 };

/** One database, opened for one schema. */
export interface Store {
  readonly documents: DocumentStore;
  readonly schema: SchemaStore;
  readonly access: AccessStore;
  readonly archive: ArchiveStore;
  readonly audit: AuditLog;
  readonly changes: ChangeLog;
  readonly changeSignal: ChangeSignal;
  readonly captured: CapturedVersions;
  readonly followers: FollowerStore;
  /** Null: the store has no indexes that can be chosen. */
  readonly indexes: IndexStore | null;
  readonly rates: RateCounts;
  readonly values: KeyValueStore;
  readonly statistics: StatisticsStore;
  readonly totals: TotalsStore;
  /** Null: the store cannot say whether a kept answer is still right. */
  readonly freshness: Freshness | null;
  /** Null: there are none. */
  readonly replicas: Replicas | null;
  readonly units: UnitsOfWork;
  readonly limits: StoreLimits;
  /** Returns the version of the database server, as it names it; null: there is no server. */
  serverVersion(): Promise<Result<string | null>>;
  /** Waits for running calls, then closes every connection. */
  close(): Promise<void>;
}
