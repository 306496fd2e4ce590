import type { Document } from '../../../../application/ports/document-store.js';

/** A record as the upload routes answer it: without `data` around it. URLs are never signed: a file is open to all. */
export const presentFile = (document: Document): string =>
  JSON.stringify({ ...document, isUrlSigned: false });

export const presentFiles = (documents: readonly Document[]): string =>
  `[${documents.map(presentFile).join(',')}]`;
