import http, { type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { pipeline } from 'node:stream';

/** Headers that concern one connection (RFC 9110, section 7.6.1), and `expect`, which is answered already. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'expect']);

/** Lets the server at `url` answer requests. Each answer is the last of its connection. */
export const forwardRequests =
  (url: string): RequestListener =>
  (req, res) => {
    const { method, headers } = req;
    const { hostname, port } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, '');
    const sent = http.request({
      host,
      port,
      method,
      path: req.url,
      headers: passedOn(headers),
      agent: false,
    });
    sent.on('response', (answer) => {
      res.writeHead(answer.statusCode ?? 502, { ...passedOn(answer.headers), Connection: 'close' });
      pipeline(answer, res, () => {});
    });
    pipeline(req, sent, (error) => {
      if (error === undefined || error === null) return;
      if (res.headersSent) res.destroy();
      else res.writeHead(502, { Connection: 'close' }).end();
    });
  };

const passedOn = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name)));
