import type { Answer } from '../../application/documents/documents.js';
import type { Document } from '../../application/ports/document-store.js';
import type { Result } from '../../domain/result.js';
import { valueOf } from './app-error.js';

/** The versions of a document that were changed or deleted. */
export interface Affected {
  /** Null for a single type without a document. */
  readonly documentId: string | null;
  readonly entries: readonly Document[];
}

export function affected(documentId: string | undefined, entries: readonly Document[]): Affected {
  const found = entries[0]?.['documentId'];
  return { documentId: documentId ?? (typeof found === 'string' ? found : null), entries };
}

/** Returns null if there is no such document, and throws any other failure. */
export const orNull = <T>(result: Result<T>): T | null =>
  !result.ok && result.failure.code === 'DOCUMENT.NOT_FOUND' ? null : valueOf(result);

export function onlyOne({ answer }: Answer): Document {
  const [document] = answer.documents();
  if (document === undefined) throw new Error('a write answered no document');
  return document;
}
