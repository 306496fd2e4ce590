import type { ContentType } from '../schema/schema.js';

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * The documentId of the document of a single type that was never written before: the same on every server, so that two
 * that make it at once make one. Nothing is secret about it; it must only spread well (FNV-1a, once for each letter).
 */
export function singleDocumentId({ uid }: ContentType): string {
  let id = '';
  for (let place = 0; place < 24; place++) {
    let hash = 0x811c9dc5;
    for (const letter of `${place} ${uid}`) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
    id += alphabet.charAt((hash >>> 8) % (place === 0 ? 26 : alphabet.length));
  }
  return id;
}
