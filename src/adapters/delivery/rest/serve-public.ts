import { resolve, sep } from 'node:path';
import express, { type RequestHandler } from 'express';

export interface PublicFiles {
  /** Absolute: the folder whose files are served at `/`. */
  readonly folder: string;
  /** Absolute: folders below it that are not, because uploaded files have rules of their own (`serve-files.ts`). */
  readonly except: readonly string[];
  /** How long clients may keep a file; absent: they ask again. */
  readonly maxAgeMs?: number;
}

/** Serves the files of a folder, without dotfiles. Calls `next` for everything else. */
export function servePublic({ folder, except, maxAgeMs = 0 }: PublicFiles): RequestHandler {
  const serve = express.static(folder, { dotfiles: 'ignore', redirect: false, maxAge: maxAgeMs });
  // Regardless of case, as the file systems of some machines are.
  const excluded = except.map((one) => `${one}${sep}`.toLowerCase());
  return (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const file = fileOf(folder, req.path);
    if (file === undefined || excluded.some((one) => `${file}${sep}`.toLowerCase().startsWith(one)))
      return next();
    serve(req, res, next);
  };
}

/** Returns the file that a path leads to; undefined for a path that is wrongly encoded. */
function fileOf(folder: string, path: string): string | undefined {
  try {
    return resolve(folder, `./${decodeURIComponent(path)}`);
  } catch {
    return undefined;
  }
}
