import type { HistoryService } from '../../../../application/history/history-service.js';
import type { ContentType } from '../../../../domain/schema/schema.js';

/** The use cases of editing that Strapi's schema does not have: fields of Quire's own. */
export interface Editing {
  readonly history: HistoryService;
  /** Whether REST has routes for the history of the type. */
  hasHistory(type: ContentType): boolean;
}
