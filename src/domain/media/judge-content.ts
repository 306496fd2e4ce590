import { extensionOf } from './file-key.js';
import { isTelling, typeOfExtension } from './served-types.js';

/** The type of a file. `ext` begins with a dot, or is empty. */
export interface ContentType {
  readonly mime: string;
  readonly ext: string;
}

/** How many bytes of a file are read to find its type. */
export const headSize = 64 * 1024;

/**
 * Returns the type of a file from its first bytes. `recognised` is the type that its signature gives; null if it has
 * none. The name only chooses among text formats that look alike, and gives the extension of a file of unknown type.
 */
export function judgeContent(head: Uint8Array, name: string, recognised: ContentType | null): ContentType {
  const named = extensionOf(name);
  // Comes before the signature, as UTF-16's byte order mark could begin an audio file.
  const wide = readWideText(head);
  if (wide !== null) return textType(wide, named);
  if (recognised !== null && !isMarkup(recognised.mime)) return sameType(recognised, named);
  const text = readText(head);
  if (text !== null) return textType(text, named);
  return { mime: 'application/octet-stream', ext: isTelling(named) ? '.bin' : named };
}

const isMarkup = (mime: string): boolean => /[/+](xml|html)$/.test(mime);

/** Formats that other formats are made of; only the name says which. Browsers do not show any of them. */
const containers: ReadonlySet<string> = new Set(['application/zip', 'application/gzip', 'application/x-cfb']);

/** `.jpeg` stays `.jpeg`. */
function sameType(recognised: ContentType, named: string): ContentType {
  const isFurther = containers.has(recognised.mime) && named !== '' && !isTelling(named);
  return isFurther || typeOfExtension(named) === recognised.mime ? { ...recognised, ext: named } : recognised;
}

const textType = (text: string, named: string): ContentType => markupOf(text) ?? plainText(named);

/** The first bytes as text; null if they are none. The last character may be cut off. */
const readText = (head: Uint8Array): string | null => (head.includes(0) ? null : decode(head, 'utf-8'));

/** The same for UTF-16 with a byte order mark. */
function readWideText(head: Uint8Array): string | null {
  const mark = (head[0] ?? 0) * 256 + (head[1] ?? 0);
  if (mark !== 0xfffe && mark !== 0xfeff) return null;
  const text = decode(head, mark === 0xfffe ? 'utf-16le' : 'utf-16be');
  return text === null || /[^\P{Cc}\t\n\f\r]/u.test(text) ? null : text;
}

function decode(head: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
  } catch {
    return null;
  }
}

const prolog = /^(\s+|<\?[^]*?\?>|<!--[^]*?-->|<!doctype[^[>]*(\[[^\]]*\]\s*)?>)/i;
const html =
  /^<(!doctype\s+html|html|head|body|script|iframe|style|title|meta|link|table|div|img|a|h1|p|br)\b/i;
const xhtml = /^<(!doctype\s+html|html)\b/i;

function markupOf(text: string): ContentType | undefined {
  let rest = text.replace(/^\uFEFF/, '');
  const isXml = /^\s*<\?xml\b/i.test(rest);
  for (;;) {
    if ((isXml ? xhtml : html).test(rest)) return { mime: 'text/html', ext: '.html' };
    const skipped = prolog.exec(rest)?.[0];
    if (skipped === undefined) break;
    rest = rest.slice(skipped.length);
  }
  if (/^<([a-z][\w.-]*:)?svg[\s/>]/i.test(rest)) return { mime: 'image/svg+xml', ext: '.svg' };
  return isXml ? { mime: 'application/xml', ext: '.xml' } : undefined;
}

/** Text formats that differ only by name. Browsers run code in none of them. */
const texts: ReadonlySet<string> = new Set(['.txt', '.csv', '.md', '.json', '.srt', '.vtt']);

function plainText(named: string): ContentType {
  const ext = texts.has(named) ? named : '.txt';
  return { mime: typeOfExtension(ext) ?? 'text/plain', ext };
}
