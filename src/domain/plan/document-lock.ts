import type { ContentType } from '../schema/schema.js';

/**
 * A lock on a document, held until the write is committed. Only one writer at a time holds a document as `linked` or
 * `exclusive`.
 *
 * - `exclusive`: the write reads its values or lists, or removes it. Locked before anything is read.
 * - `linked`: the write adds a link to the end of one of its lists, or places a link beside it in another document's
 *   list. The statement that writes may take this lock, before it draws its sequence keys.
 * - `shared`: the document must continue to exist. Many writers may hold it at once, together with one that holds it as
 *   `linked`.
 */
export interface DocumentLock {
  readonly type: ContentType;
  readonly documentId: string;
  readonly mode: 'exclusive' | 'linked' | 'shared';
}
