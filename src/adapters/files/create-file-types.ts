import type { FileTypes } from '../../application/ports/file-types.js';

/** Recognises signatures with the `file-type` package. */
export const createFileTypes = (): FileTypes => ({
  async recognise(head) {
    // Imported for the first upload, because its tables are large.
    const { fileTypeFromBuffer } = await import('file-type');
    const found = (await fileTypeFromBuffer(head).catch(() => undefined)) ?? tiffOf(head);
    return found === undefined ? null : { mime: found.mime, ext: plainExtension(found.ext) };
  },
});

const tiff = { mime: 'image/tiff', ext: 'tif' };

/** The directory of a TIFF is often at its end, which `file-type` needs and `head` does not include. */
const tiffOf = (head: Uint8Array): typeof tiff | undefined =>
  /^(II\*\0|MM\0\*)/.test(String.fromCharCode(...head.subarray(0, 4))) ? tiff : undefined;

/** Returns the last extension: `.gz` of `tar.gz`. */
const plainExtension = (ext: string): string => /\.[a-z0-9]{1,8}$/.exec(`.${ext}`)?.[0] ?? '';
