import type { Folders } from '../../../../application/media/folders.js';
import type { HistoryService } from '../../../../application/history/history-service.js';
import type { ReleaseService } from '../../../../application/releases/release-service.js';
import type { RefusalReports } from '../../../../application/audit/refusals.js';
import type { Transition } from '../../../../domain/query/mutation.js';
import type { ContentType } from '../../../../domain/schema/schema.js';

/** The use cases of editing that Strapi's schema does not have: fields of Quire's own. */
export interface Editing {
  readonly history: HistoryService;
  /** Whether REST has routes for the history of the type. */
  hasHistory(type: ContentType): boolean;
  readonly releases: ReleaseService;
  /** Whether REST has the action of drafts, and no code of the app runs for it or for updates. */
  hasTransition(type: ContentType, action: Transition['kind']): boolean;
  readonly folders: Folders;
  /** Where refusals of releases and folders are reported. */
  readonly reports: RefusalReports;
}
