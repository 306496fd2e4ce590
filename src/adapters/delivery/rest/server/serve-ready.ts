import type { RequestHandler } from 'express';
import type { CheckReady } from '../../../../application/readiness/create-check-ready.js';
import { sendMethodNotAllowed, sendText } from '../send.js';

/** Answers 200 if the server can serve requests, else 503 with what is wrong. */
export function serveReady(check: CheckReady): RequestHandler {
  return (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return sendMethodNotAllowed(res, 'HEAD, GET');
    check()
      .then((state) => {
        res.setHeader('Cache-Control', 'no-store');
        sendText(res, state.ready ? 200 : 503, JSON.stringify(state));
      })
      .catch(next);
  };
}
