import compression from 'compression';
import type { RequestHandler } from 'express';

/** `strapi::compression`. */
export interface CompressionOptions {
  /** Bytes from which on answers are compressed; 1024 by default. */
  readonly threshold?: number;
  /** Whether answers of this media type are compressed. */
  readonly filter?: (contentType: string) => unknown;
  readonly gzip?: { readonly level?: number };
}

export const compress = ({ threshold, filter, gzip }: CompressionOptions): RequestHandler =>
  compression({
    ...(threshold !== undefined && { threshold }),
    ...(gzip?.level !== undefined && { level: gzip.level }),
    ...(filter !== undefined && {
      filter: (_req, res) => Boolean(filter(String(res.getHeader('Content-Type') ?? ''))),
    }),
  });
