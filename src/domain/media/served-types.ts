/** How a file is served. */
export interface ServedType {
  readonly mime: string;
  /** Whether a browser may show the file in place of a page; otherwise it is a download. */
  readonly inline: boolean;
}

/** Types that run no code in any browser. */
const shown: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.apng': 'image/apng',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.heic': 'image/heic',
  '.bmp': 'image/bmp',
  '.ico': 'image/x-icon',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.mp4': 'video/mp4',
  '.m4v': 'video/x-m4v',
  '.webm': 'video/webm',
  '.mov': 'video/quicktime',
  '.ogv': 'video/ogg',
  '.mkv': 'video/matroska',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/x-m4a',
  '.ogg': 'audio/ogg',
  '.oga': 'audio/ogg',
  '.opus': 'audio/ogg; codecs=opus',
  '.wav': 'audio/wav',
  '.flac': 'audio/flac',
  '.aac': 'audio/aac',
  '.txt': 'text/plain',
  '.csv': 'text/csv',
  '.md': 'text/markdown',
  '.srt': 'application/x-subrip',
  '.vtt': 'text/vtt',
  '.json': 'application/json',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
};

/** Types that a page may embed or offer, but that must not open under the server's own origin. */
const offered: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.pdf': 'application/pdf',
  '.html': 'text/html',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
};

/** Extensions that name a type. A file whose content does not match does not keep such an extension. */
const telling = new Set([
  ...Object.keys(shown),
  ...Object.keys(offered),
  '.htm',
  '.xhtml',
  '.js',
  '.mjs',
  '.css',
]);

export const isTelling = (extension: string): boolean => telling.has(extension);

/** The type of an extension; undefined if it has none. */
export const typeOfExtension = (extension: string): string | undefined =>
  own(shown, extension) ?? own(offered, extension);

/** How to serve a stored file, by the extension that its content gave it. Texts are UTF-8. */
export function servedType(extension: string): ServedType {
  const inline = own(shown, extension);
  const mime = inline ?? own(offered, extension) ?? 'application/octet-stream';
  const isText = mime.startsWith('text/') || mime === 'application/x-subrip';
  return { mime: isText ? `${mime}; charset=utf-8` : mime, inline: inline !== undefined };
}

const own = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
