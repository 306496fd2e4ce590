import type { FileTypes } from '../../application/ports/file-types.js';

/** Signatures by `file-type`. */
export const createFileTypes = (): FileTypes => ({
  async recognise(head) {
    // Loaded with the first upload: its tables are large.
    const { fileTypeFromBuffer } = await import('file-type');
    const found = await fileTypeFromBuffer(head).catch(() => undefined);
    return found === undefined ? null : { mime: found.mime, ext: plainExtension(found.ext) };
  },
});

const plainExtension = (ext: string): string => (/^[a-z0-9]{1,8}$/.test(ext) ? `.${ext}` : '');
