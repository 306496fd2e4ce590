import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange } from '../../../../application/ports/file-store.js';

/** What is known of a file before it is read. */
interface Known {
  /** Strong: the bytes under it never change. */
  readonly etag: string;
  readonly modified: Date;
}

/** Whether the client has the file already (RFC 9110, 13.1: `If-None-Match` goes before `If-Modified-Since`). */
export function isFresh(headers: IncomingHttpHeaders, { etag, modified }: Known): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && seconds(modified) <= since;
}

/**
 * The one range that is asked for; null: the whole file. Several ranges are answered with the whole, as are a unit or a
 * form that is not known (RFC 9110, 14.2).
 */
export function askedRange(
  headers: IncomingHttpHeaders,
  { etag, modified, size }: Known & { readonly size: number },
): ByteRange | null | 'unsatisfiable' {
  const asked = /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(headers.range ?? '');
  if (asked === null || !holds(headers['if-range'], etag, modified)) return null;
  const [first, last] = [asked[1] ?? '', asked[2] ?? ''];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  return start >= size || start > end ? 'unsatisfiable' : { start, end };
}

/** Whether what the client has a part of is what is there. */
function holds(condition: string | string[] | undefined, etag: string, modified: Date): boolean {
  if (condition === undefined) return true;
  if (typeof condition !== 'string') return false;
  return condition === etag || Date.parse(condition) === seconds(modified);
}

/** Dates of headers have no fractions. */
const seconds = (date: Date): number => Math.floor(date.getTime() / 1000) * 1000;
