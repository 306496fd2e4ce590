import type { Result } from '../../domain/result.js';
import type { Uid } from '../../domain/schema/schema.js';
import type { ChangeEntry } from './change-log.js';

/**
 * Versions as writes have left them. Writes pass what to capture in `WriteWork.capture`: an acknowledged write that has an
 * entry in the change log has its capture, and no other write has one.
 */
export interface CapturedVersions {
  /**
   * Removes captures of these documents and returns them, at most `limit`, those of one document in the order of its
   * writes. Joins the current unit of work. Two callers never get the same capture.
   */
  take(documents: readonly CapturedDocument[], limit: number): Promise<Result<readonly CapturedVersion[]>>;
}

export interface CapturedDocument {
  readonly type: Uid;
  readonly documentId: string;
}

export interface CapturedVersion extends Omit<ChangeEntry, 'names'> {
  /** The JSON text of a list with the version; null if nothing was read. */
  readonly content: string | null;
}
