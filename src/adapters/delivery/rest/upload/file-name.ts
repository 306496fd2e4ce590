import type { FileName } from '../../../../application/media/media.js';

/** Numeric ids have 31 bits; a documentId begins with a letter. */
export const fileNameOf = (text: string): FileName => (/^\d{1,9}$/.test(text) ? Number(text) : text);
