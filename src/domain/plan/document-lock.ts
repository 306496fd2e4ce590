import type { ContentType } from '../schema/schema.js';

/**
 * A document that is held from before the write until it is done. No two writers hold one document as `linked` or
 * `exclusive` at once.
 *
 * - `exclusive`: its values or lists are read, or it goes. Locked before anything is read.
 * - `linked`: a list of it gets a link at its end, or something stands beside it in another document's list. It may be
 *   locked by the step that writes, before that step takes its sequence keys.
 * - `shared`: it must go on to exist. Many writers may hold it so at once, and another one as `linked`.
 */
export interface DocumentLock {
  readonly type: ContentType;
  readonly documentId: string;
  readonly mode: 'exclusive' | 'linked' | 'shared';
}
