import { extensionOf } from './file-key.js';
import { isTelling, typeOfExtension } from './served-types.js';

/** What a file is. `ext` begins with a dot, or is empty. */
export interface ContentType {
  readonly mime: string;
  readonly ext: string;
}

/** How much of a file's beginning is looked at. */
export const headSize = 64 * 1024;

/**
 * What a file is, by its beginning. `recognised`: what its signature says, null where it has none. The name only
 * chooses among texts that look alike, and gives its extension to what nothing else is known of.
 */
export function judgeContent(head: Uint8Array, name: string, recognised: ContentType | null): ContentType {
  const named = extensionOf(name);
  // Before its signature: the mark of UTF-16 could begin a sound.
  const wide = readWideText(head);
  if (wide !== null) return textType(wide, named);
  if (recognised !== null && !isMarkup(recognised.mime)) return sameType(recognised, named);
  const text = readText(head);
  if (text !== null) return textType(text, named);
  return { mime: 'application/octet-stream', ext: isTelling(named) ? '.bin' : named };
}

const isMarkup = (mime: string): boolean => /[/+](xml|html)$/.test(mime);

/** What other kinds of file are made of: which one, only the name says. None of them is shown. */
const containers: ReadonlySet<string> = new Set(['application/zip', 'application/gzip', 'application/x-cfb']);

/** `.jpeg` stays `.jpeg`. */
function sameType(recognised: ContentType, named: string): ContentType {
  const isFurther = containers.has(recognised.mime) && named !== '' && !isTelling(named);
  return isFurther || typeOfExtension(named) === recognised.mime ? { ...recognised, ext: named } : recognised;
}

const textType = (text: string, named: string): ContentType => markupOf(text) ?? plainText(named);

/** The beginning as text, or null where it is none. Its last character may be cut off. */
const readText = (head: Uint8Array): string | null => (head.includes(0) ? null : decode(head, 'utf-8'));

/** The same of UTF-16 that begins with its mark. */
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

/** Texts that only a name tells apart; in none of them does a browser look for something to run. */
const texts: ReadonlySet<string> = new Set(['.txt', '.csv', '.md', '.json', '.srt', '.vtt']);

function plainText(named: string): ContentType {
  const ext = texts.has(named) ? named : '.txt';
  return { mime: typeOfExtension(ext) ?? 'text/plain', ext };
}
