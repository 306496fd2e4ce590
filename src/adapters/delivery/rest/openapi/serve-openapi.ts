import { createHash } from 'node:crypto';
import type { Express, Request, RequestHandler, Response } from 'express';
import { denied } from '../../../../domain/failure.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import type { Authenticate } from '../authenticate.js';
import { sendFailure, sendMethodNotAllowed, sendText } from '../send.js';
import { serveApiPage } from './api-page.js';

/** `tokens`: holders of a full-access or read-only API token. */
export type OpenApiAccess = 'public' | 'tokens' | 'off';

export interface OpenApiDelivery {
  /** Makes the document in JSON. Called once, for the first request. */
  readonly document: () => string;
  readonly access: OpenApiAccess;
  /** Whether browsers get a page to read and try the API. */
  readonly page: boolean;
}

/** Serves `<prefix>/openapi.json`, and the page `<prefix>/openapi.html`. No content-type can have these names. */
export function mountOpenApi(
  app: Express,
  { document, access, page }: OpenApiDelivery,
  { authenticate, prefix }: { readonly authenticate: Authenticate; readonly prefix: string },
): void {
  if (access === 'off') return;
  app.all(`${prefix}/openapi.json`, serveDocument(document, access, authenticate));
  if (page) app.get(`${prefix}/openapi.:file([a-z.]+)`, serveApiPage);
}

function serveDocument(
  make: () => string,
  access: OpenApiAccess,
  authenticate: Authenticate,
): RequestHandler {
  let made: { readonly text: string; readonly tag: string } | undefined;
  const answer = async (req: Request, res: Response): Promise<void> => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return sendMethodNotAllowed(res, 'HEAD, GET');
    res.setHeader('Vary', 'Origin, Authorization');
    if (access === 'tokens') {
      const principal = await authenticate(req.headers.authorization);
      if (!principal.ok) return sendFailure(res, principal.failure);
      if (!readsEverything(principal.value)) return sendFailure(res, denied);
    }
    made ??= tagged(make());
    res.setHeader('ETag', made.tag);
    res.setHeader('Cache-Control', 'no-cache');
    if (req.headers['if-none-match'] === made.tag) return void res.status(304).end();
    sendText(res, 200, made.text);
  };
  return (req, res, next) => void answer(req, res).catch(next);
}

const readsEverything = ({ kind, grants }: Principal): boolean =>
  kind === 'token' && (grants.kind === 'all' || grants.kind === 'read');

const tagged = (text: string) => ({
  text,
  tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
});
