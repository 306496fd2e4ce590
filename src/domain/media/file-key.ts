/**
 * The names that stored files have: `same_10e982561a.png`. All are made here, and nothing that does not look like one
 * ever reaches a file system or a bucket.
 */
const pattern = /^[A-Za-z0-9_]{1,120}_[0-9a-f]{10}(\.[a-z0-9]{1,8})?$/;

export const isFileKey = (text: string): boolean => pattern.test(text);

const longestSlug = 80;

/** The part of a key before its extension. `random`: ten hexadecimal digits, so that no name is given out twice. */
export function fileHash(name: string, random: string): string {
  const slug = withoutExtension(name)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, longestSlug);
  return `${slug || 'file'}_${random}`;
}

/** The key of a smaller picture. */
export const formatKey = (format: string, key: string): string => `${format}_${key}`;

/** `.png` of `a.b.png`, lower-cased; empty where the name has none that is plain. */
export const extensionOf = (name: string): string =>
  /(?<=.)\.[a-z0-9]{1,8}$/.exec(name.toLowerCase())?.[0] ?? '';

const withoutExtension = (name: string): string => name.replace(/(?<=.)\.[^.]*$/, '');

const longestName = 255;

/** A name as a label: no control characters, no folders, 255 characters at most, the extension kept. */
export function fileLabel(name: string): string {
  const plain = name
    // Not even those that turn the direction of what follows, so that `gnp.exe` could look like a picture.
    .replace(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu, '')
    .replace(/^.*[/\\]/, '')
    .trim();
  if (plain.length <= longestName) return plain || 'file';
  const extension = extensionOf(plain);
  // Half of a pair that was cut in two goes.
  return plain.slice(0, longestName - extension.length).replace(/\p{Cs}$/u, '') + extension;
}
