import type { Document, ReadAnswer } from '../ports/document-store.js';

/** Makes the answer to a read from the JSON of its list. */
export const answerOfText = (text: string, size: number, total: number | null): ReadAnswer => ({
  size,
  total,
  text: () => text,
  // Parsed for each call, so that callers do not share objects that one of them changes.
  documents: () => JSON.parse(text) as readonly Document[],
});
