/**
 * The form of a stored file's name, such as `same_10e982561a.png`. All names are made here, and no other form reaches a
 * file system or bucket.
 */
const pattern = /^[A-Za-z0-9_]{1,120}_[0-9a-f]{10}(\.[a-z0-9]{1,8})?$/;

export const isFileKey = (text: string): boolean => pattern.test(text);

const longestSlug = 80;

/** The part of a key before the extension. `random`: ten hexadecimal digits, which make the name unique. */
export function fileHash(name: string, random: string): string {
  const slug = withoutExtension(name)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, longestSlug);
  return `${slug || 'file'}_${random}`;
}

/** The key of a resized image. */
export const formatKey = (format: string, key: string): string => `${format}_${key}`;

/** Returns `.png` for `a.b.png`, in lower case; empty if there is no plain extension. */
export const extensionOf = (name: string): string =>
  /(?<=.)\.[a-z0-9]{1,8}$/.exec(name.toLowerCase())?.[0] ?? '';

const withoutExtension = (name: string): string => name.replace(/(?<=.)\.[^.]*$/, '');

const longestName = 255;

/** A file name for display: without control characters and folders, at most 255 characters, with its extension. */
export function fileLabel(name: string): string {
  const plain = name
    // Includes characters that reverse the direction of text, which could make `gnp.exe` look like an image.
    .replace(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu, '')
    .replace(/^.*[/\\]/, '')
    .trim();
  if (plain.length <= longestName) return plain || 'file';
  const extension = extensionOf(plain);
  // Removes half of a surrogate pair that was cut in two.
  return plain.slice(0, longestName - extension.length).replace(/\p{Cs}$/u, '') + extension;
}
