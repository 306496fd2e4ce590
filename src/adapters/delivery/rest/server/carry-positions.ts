import type { IncomingMessage, RequestListener } from 'node:http';
import { positionText, type CallerPositions } from '../../../../application/replicas/caller-positions.js';
import { position, type Positioned } from '../../codec/request-position.js';

/** In an answer, the position of what the request has written; in a request, one that an earlier answer had. */
export const positionHeader = 'X-Quire-Position';

/** These write nothing, unless code of the app does. */
const reading: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Gives each request its position, and hands that of its writes to the client. */
export const carryPositions =
  (listener: RequestListener, positions: CallerPositions): RequestListener =>
  (req: IncomingMessage & Positioned, res) => {
    const request = positions.begin(req.headers['x-quire-position']);
    req[position] = request;
    // Reads are most requests, and what `within` does makes each of their promises slower.
    if (reading.has(req.method)) return listener(req, res);
    res.once('answered', () => {
      const written = request.handedOut();
      if (written !== null && !res.headersSent) res.setHeader(positionHeader, positionText(written));
    });
    positions.within(request, () => listener(req, res));
  };
