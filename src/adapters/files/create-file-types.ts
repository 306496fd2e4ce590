import type { FileTypes } from '../../application/ports/file-types.js';

/** Signatures by `file-type`. */
export const createFileTypes = (): FileTypes => ({
  async recognise(head) {
    // Loaded with the first upload: its tables are large.
    const { fileTypeFromBuffer } = await import('file-type');
    const found = (await fileTypeFromBuffer(head).catch(() => undefined)) ?? tiffOf(head);
    return found === undefined ? null : { mime: found.mime, ext: plainExtension(found.ext) };
  },
});

const tiff = { mime: 'image/tiff', ext: 'tif' };

/** The directory of a TIFF is often at its end, where `file-type`, which looks for it, has nothing to read. */
const tiffOf = (head: Uint8Array): typeof tiff | undefined =>
  /^(II\*\0|MM\0\*)/.test(String.fromCharCode(...head.subarray(0, 4))) ? tiff : undefined;

/** `.gz` of `tar.gz`. */
const plainExtension = (ext: string): string => /\.[a-z0-9]{1,8}$/.exec(`.${ext}`)?.[0] ?? '';
