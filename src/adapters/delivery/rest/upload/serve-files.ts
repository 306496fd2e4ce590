import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import type { Media } from '../../../../application/media/media.js';
import type { ByteRange, OpenFile } from '../../../../application/ports/file-store.js';
import { extensionOf, isFileKey } from '../../../../domain/media/file-key.js';
import { servedType } from '../../../../domain/media/served-types.js';
import { sendMethodNotAllowed } from '../send.js';
import type { IncomingHttpHeaders } from 'node:http';

/** Serves files by their keys. Calls `next` for a path that is not a key, so that it never reaches the store. */
export const serveFiles =
  (media: Media): RequestHandler =>
  (req, res, next) => {
    const key = req.path.slice(1);
    if (!isFileKey(key)) return next();
    if (req.method !== 'GET' && req.method !== 'HEAD') return sendMethodNotAllowed(res, 'HEAD, GET');
    serve(media, key, req, res).then((served) => (served ? undefined : next()), next);
  };

/** Returns false if there is no such file. */
async function serve(media: Media, key: string, req: Request, res: Response): Promise<boolean> {
  const file = await media.open(key);
  if (file === null) return false;
  const { size, modified } = file;
  // The content of a key never changes.
  const etag = `"${key}"`;
  setHeaders(res, key, { etag, modified });
  if (isFresh(req.headers, { etag, modified })) return answer(res, file, 304);
  const range = askedRange(req.headers, { etag, modified, size });
  if (range === 'unsatisfiable') {
    res.setHeader('Content-Range', `bytes */${size}`);
    res.removeHeader('Cache-Control');
    return answer(res, file, 416);
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  res.setHeader('Content-Length', end - start + 1);
  if (range !== null) res.setHeader('Content-Range', `bytes ${start}-${end}/${size}`);
  const status = range === null ? 200 : 206;
  if (req.method === 'HEAD') return answer(res, file, status);
  res.statusCode = status;
  await send(res, file, { start, end });
  return true;
}

async function answer(res: Response, file: OpenFile, status: number): Promise<true> {
  await file.close();
  res.statusCode = status;
  res.end();
  return true;
}

async function send(res: Response, file: OpenFile, range: ByteRange): Promise<void> {
  try {
    await pipeline(Readable.from(file.read(range), { objectMode: false }), res);
  } catch (error) {
    // The client closed the connection.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    await file.close();
  }
}

/**
 * Files run no scripts and have no origin; types that are not known to be harmless are downloads. Pages of other origins
 * may show files.
 */
const policy =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; sandbox";

function setHeaders(res: Response, key: string, { etag, modified }: { etag: string; modified: Date }): void {
  const { mime, inline } = servedType(extensionOf(key));
  res.setHeader('Content-Type', mime);
  res.setHeader('Content-Disposition', inline ? 'inline' : 'attachment');
  res.setHeader('Content-Security-Policy', policy);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  res.setHeader('Accept-Ranges', 'bytes');
  res.setHeader('ETag', etag);
  res.setHeader('Last-Modified', modified.toUTCString());
}

/** The headers by which a client checks its copy of a file. */
interface Validators {
  /** Strong, because the bytes of a key never change. */
  readonly etag: string;
  readonly modified: Date;
}

/** Whether the client has the file already (RFC 9110, 13.1: `If-None-Match` precedes `If-Modified-Since`). */
function isFresh(headers: IncomingHttpHeaders, { etag, modified }: Validators): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && seconds(modified) <= since;
}

/**
 * Returns the requested range, or null for the whole file: that is also the answer to several ranges and to an unknown
 * unit or form (RFC 9110, 14.2).
 */
function askedRange(
  headers: IncomingHttpHeaders,
  { etag, modified, size }: Validators & { readonly size: number },
): ByteRange | null | 'unsatisfiable' {
  const asked = /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(headers.range ?? '');
  if (asked === null || !isUnchanged(headers['if-range'], etag, modified)) return null;
  const [first, last] = [asked[1] ?? '', asked[2] ?? ''];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  return start >= size || start > end ? 'unsatisfiable' : { start, end };
}

/** Whether the part that the client has is of this file (`If-Range`). */
function isUnchanged(condition: string | string[] | undefined, etag: string, modified: Date): boolean {
  if (condition === undefined) return true;
  if (typeof condition !== 'string') return false;
  return condition === etag || Date.parse(condition) === seconds(modified);
}

/** Dates in headers have whole seconds. */
const seconds = (date: Date): number => Math.floor(date.getTime() / 1000) * 1000;
