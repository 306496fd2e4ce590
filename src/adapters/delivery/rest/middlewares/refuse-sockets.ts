import type { RequestHandler } from 'express';
import { originsOf, type Published } from '../../codec/server-origins.js';
import { asksForSocket } from '../../codec/upgrade.js';
import type { ErrorResponse } from '../failure-response.js';
import { sendError } from '../send.js';
import { mayUseApi, type CorsOptions } from './cross-origin.js';

/** Refuses WebSockets of pages of other origins that may not use the API: browsers leave this to the server. */
export function refuseForeignSockets(
  cors: Pick<CorsOptions, 'origins'>,
  published: Published,
): RequestHandler {
  return (req, res, next) => {
    const { origin } = req.headers;
    if (!asksForSocket(req) || origin === undefined || originsOf(req, published).includes(origin))
      return next();
    mayUseApi(cors, req)
      .then((allowed) => (allowed ? next() : sendError(res, foreign)))
      .catch(next);
  };
}

/** Refuses WebSockets at all paths. */
export const refuseSockets: RequestHandler = (req, res, next) =>
  asksForSocket(req) ? sendError(res, notHere) : next();

const closing = { details: {}, headers: { Connection: 'close' } };

const foreign: ErrorResponse = {
  status: 403,
  name: 'ForbiddenError',
  message: 'Pages of this origin may not open WebSockets',
  ...closing,
};

const notHere: ErrorResponse = {
  status: 400,
  name: 'BadRequestError',
  message: 'There are no WebSockets at this path',
  ...closing,
};
