import type { Access } from '../../../application/access/access.js';
import type { AccessFiles } from '../../../application/access/file/access-file.js';
import type { RoleService } from '../../../application/access/roles/role-service.js';
import type { Administration } from '../../../application/administration/use-cases.js';
import type { Users } from '../../../application/accounts/users.js';
import type { AuditTrail } from '../../../application/audit/audit-trail.js';
import type { BulkJobService } from '../../../application/bulk-jobs/bulk-job-service.js';
import type { FollowerService } from '../../../application/change-log/manage-followers.js';
import type { HistoryService } from '../../../application/history/history-service.js';
import type { IndexService } from '../../../application/indexes/create-index-service.js';
import type { LocaleService } from '../../../application/locales/locale-service.js';
import type { ReleaseService } from '../../../application/releases/release-service.js';
import type { WebhookService } from '../../../application/webhooks/webhook-service.js';
import type { SchemaStore } from '../../../application/ports/schema-store.js';
import type { TotalsStore } from '../../../application/ports/totals-store.js';
import type { ExportReport } from '../../../application/strapi-archive/export-archive.js';
import type { BackupReport } from '../../../application/backup/back-up.js';
import type { RestoreProgress, RestoreReport } from '../../../application/backup/restore-backup.js';
import type {
  ImportProgress,
  ImportReport,
  ImportRequest,
} from '../../../application/strapi-archive/import-archive.js';
import type { OnProgress, Transfer, Verified } from '../../../application/transfer/transfer.js';
import type { Principal } from '../../../domain/permission/permission.js';
import type { Result } from '../../../domain/result.js';
import type { Problem } from './describe-problem.js';

/** The database of an app, opened for one command. Servers may use it at the same time. */
export interface Session {
  readonly access: Access;
  readonly roles: RoleService;
  readonly users: Users;
  readonly administration: Administration;
  /** Whose name commands act under. */
  readonly principal: Principal;
  /** The address of the page for administrators. */
  readonly adminUrl: string;
  /** Whether no public address is set, so that it is the one of this machine. */
  readonly isAdminUrlAssumed: boolean;
  readonly accessFiles: AccessFiles;
  readonly locales: LocaleService;
  readonly webhooks: WebhookService;
  readonly releases: ReleaseService;
  readonly bulkJobs: BulkJobService;
  readonly history: HistoryService;
  readonly schema: SchemaStore;
  readonly totals: TotalsStore;
  readonly audit: Pick<AuditTrail, 'find'>;
  readonly followers: FollowerService;
  readonly indexes: IndexService;
  readonly openTransfer: OpenTransfer;
  readonly openImport: OpenImport;
  readonly exportTo: ExportTo;
  readonly backUp: BackUp;
  readonly openRestore: OpenRestore;
  close(): Promise<void>;
}

/** Opens the store at a URL as the target of a transfer. */
export type OpenTransfer = (to: string) => Promise<
  Result<
    {
      readonly transfer: Transfer;
      /** The address of the target, without credentials. */
      readonly targetName: string;
      close(): Promise<void>;
    },
    Problem
  >
>;

/** Opens an archive, to import it into the app's database. */
export type OpenImport = (
  path: string,
  key: string | undefined,
) => Promise<
  Result<
    {
      run(request: Omit<ImportRequest, 'archive'>, progress: ImportProgress): Promise<Result<ImportReport>>;
      /** Removes temporary files. */
      close(): void;
    },
    Problem
  >
>;

/** Writes the app's database and files to an archive. */
export type ExportTo = (
  path: string,
  form: { readonly key: string | undefined; readonly compress: boolean },
) => Promise<Result<ExportReport, Problem>>;

/** Writes the app's database and files to a backup; `-` is standard output. */
export type BackUp = (
  path: string,
  options: { readonly withMedia: boolean; readonly replace: boolean },
  onProgress: OnProgress,
) => Promise<Result<BackupReport, Problem>>;

/** Opens a backup for the app's database; `-` is standard input. */
export type OpenRestore = (path: string) => Promise<
  Result<
    {
      restore(progress: RestoreProgress): Promise<Result<RestoreReport>>;
      compare(progress: RestoreProgress, onDifference: (line: string) => void): Promise<Result<Verified>>;
      /** Removes temporary files. */
      close(): void;
    },
    Problem
  >
>;
