import type { Answer } from '../../application/documents/documents.js';
import type { Document } from '../../application/ports/document-store.js';
import type { Layer } from '../../domain/query/query.js';
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

const layers = new WeakMap<object, Layer>();

/** Returns the documents of an answer, and keeps the layer in which they were read for `layerOf`. */
export function documentsOf({ answer, plan }: Answer): readonly Document[] {
  const { layer } = plan.context;
  const documents = answer.documents();
  if (layer === 'any') return documents;
  // Middlewares of the app answer with any values.
  for (const document of documents) if (Object(document) === document) layers.set(document, layer);
  return documents;
}

/** The layer in which a document was read; undefined for related documents, copies, and what code has made. */
export const layerOf = (document: unknown): Layer | undefined => layers.get(document as object);

export function onlyOne(answer: Answer): Document {
  const [document] = documentsOf(answer);
  if (document === undefined) throw new Error('a write answered no document');
  return document;
}
