import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import sirv from 'sirv';
import { queryTextOf } from '../../codec/parse-query-text.js';
import { lookCookies, pseudoLanguage } from '../contract/languages.js';
import { chosen, languageFor, themeFor } from '../look-of.js';

/** React Aria adds this one rule in an element: how pressable controls react to touch. */
const touchRule = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='";

/**
 * The blocks editor parses pasted HTML in a document that is never shown and runs nothing, under this policy. It is the only one
 * that scripts may make, and only once.
 */
const clipboardPolicy = 'ProseMirrorClipboard';

/** Scripts, styles and requests come from this server only, pictures also from where files are, and no text becomes a script. */
const policyFor = (framed: readonly string[], pictures: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${touchRule}`,
    ["img-src 'self' blob: data:", ...pictures].join(' '),
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${clipboardPolicy}`,
    ...(framed.length === 0 ? [] : [`frame-src ${framed.join(' ')}`]),
  ].join('; ');

export interface ServedPage {
  /** `/admin`. */
  readonly base: string;
  /** Of the server. The page compares it with the version that answers name. */
  readonly version: string;
  /** The sources that frames may have. */
  readonly framed?: readonly string[];
  /** The sources that pictures may have beside this server. */
  readonly pictures?: readonly string[];
  /** Whether who develops the page may ask for the pseudo-language. */
  readonly hasPseudo?: boolean;
}

/**
 * Serves the built files of the page in `folder`, and its one HTML for every other path below `base`. The names of files have a
 * hash, so browsers keep them; they ask for the HTML each time.
 */
export function servePage(
  folder: string,
  { base, version, framed = [], pictures = [], hasPseudo = false }: ServedPage,
): RequestHandler {
  const policy = policyFor(framed, pictures);
  const files = sirv(folder, { immutable: true, maxAge: 31_536_000, brotli: true, gzip: true, etag: true });
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
    .replaceAll('"./', `"${base}/`)
    .replace('content="/admin"', `content="${base}"`)
    .replace('name="quire-version" content=""', `name="quire-version" content="${version}"`);
  return (req, res, next) => {
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Referrer-Policy', 'no-referrer');
    if (req.path.startsWith(`${base}/assets/`)) return serveFile(files, base, { req, res }, next);
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    res.setHeader('Content-Security-Policy', policy);
    res.setHeader('Cache-Control', 'no-cache');
    res.setHeader('Vary', 'Cookie, Accept-Language');
    const { code, direction } = hasPseudo && asksForPseudo(req) ? pseudoLanguage : languageFor(req);
    res.type('html').send(
      html
        .replace('data-theme="system"', `data-theme="${themeFor(req)}"`)
        .replace('data-density="normal"', `data-density="${densityIn(req)}"`)
        .replace('lang="en" dir="ltr"', `lang="${code}" dir="${direction}"`),
    );
  };
}

function serveFile(
  files: ReturnType<typeof sirv>,
  base: string,
  { req, res }: { readonly req: Request; readonly res: Response },
  next: () => void,
): void {
  const { url } = req;
  req.url = url.slice(base.length);
  files(req, res, () => {
    req.url = url;
    next();
  });
}

const asksForPseudo = (req: Request): boolean =>
  [new URLSearchParams(queryTextOf(req.url)).get('language'), chosen(req, lookCookies.language)].includes(
    pseudoLanguage.name,
  );

/** How much room a person wants rows to take. */
function densityIn(req: Request): string {
  const density = chosen(req, lookCookies.density);
  return density === 'compact' || density === 'loose' ? density : 'normal';
}
