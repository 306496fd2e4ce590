import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { denied } from '../../../../domain/failure.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import type { Result } from '../../../../domain/result.js';
import type { Authenticate } from '../authenticate.js';
import { sendFailure, sendMethodNotAllowed, sendText } from '../send.js';

/** Who may read descriptions of the API; `tokens`: holders of a full-access or read-only API token. */
export type DescriptionAccess = 'public' | 'tokens' | 'off';

/** Serves a description in JSON, which is sent once to a client that asks with its entity tag. */
export function serveDescription(
  describe: (req: Request) => Result<string>,
  access: DescriptionAccess,
  authenticate: Authenticate,
): RequestHandler {
  let last = { text: '', tag: '' };
  const answer = async (req: Request, res: Response): Promise<void> => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return sendMethodNotAllowed(res, 'HEAD, GET');
    res.setHeader('Vary', 'Origin, Authorization');
    if (access === 'tokens') {
      const principal = await authenticate(req.headers.authorization);
      if (!principal.ok) return sendFailure(res, principal.failure);
      if (!readsEverything(principal.value)) return sendFailure(res, denied);
    }
    const described = describe(req);
    if (!described.ok) return sendFailure(res, described.failure);
    if (last.text !== described.value) last = tagged(described.value);
    res.setHeader('ETag', last.tag);
    res.setHeader('Cache-Control', 'no-cache');
    if (req.headers['if-none-match'] === last.tag) return void res.status(304).end();
    sendText(res, 200, last.text);
  };
  return (req, res, next) => void answer(req, res).catch(next);
}

const readsEverything = ({ kind, grants }: Principal): boolean =>
  kind === 'token' && (grants.kind === 'all' || grants.kind === 'read');

const tagged = (text: string) => ({
  text,
  tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
});
