import type { Document } from '../../src/application/ports/document-store.js';
import type { Failure } from '../../src/domain/failure.js';
import type { Result } from '../../src/domain/result.js';

/** Returns the value of a result; fails the test if it is a failure. */
export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(
    `${result.failure.code}: ${result.failure.message} ${JSON.stringify(result.failure.details ?? {})}`,
  );
}

export function failureOf(result: Result<unknown>): Failure {
  if (result.ok) throw new Error('This was expected to be refused');
  return result.failure;
}

export function onlyOne(documents: readonly Document[]): Document {
  const document = documents[0];
  if (document === undefined || documents.length > 1)
    throw new Error(`One document expected, not ${documents.length}`);
  return document;
}

/** Returns a value that must be a string. */
export function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new Error(`A text is expected, not ${JSON.stringify(value)}`);
  return value;
}

/** Returns the documentId of an answer's document. */
export function idOf(document: Document | undefined): string {
  const documentId = document?.['documentId'];
  if (typeof documentId !== 'string') throw new Error('A document with its documentId is expected');
  return documentId;
}
