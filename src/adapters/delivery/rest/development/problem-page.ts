import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { soon } from '../../codec/retry-after.js';
import { escaped, htmlPage, pagePolicy } from './page.js';

/** Returns what is wrong with the files of the app; undefined if nothing is. */
export type CurrentProblem = () => string | undefined;

/** Answers `/` with a page while something is wrong; `listeners` answer everything else. */
export const problemFirst =
  (problem: CurrentProblem, listeners: readonly RequestListener[]): RequestListener =>
  (req, res) => {
    const text = problem();
    if (text !== undefined && isForRoot(req)) return sendPage(req, res, 500, text, stillServed);
    for (const listener of listeners) listener(req, res);
  };

/** Answers every request while there is nothing else to serve. */
export function serveProblem(problem: CurrentProblem): RequestListener {
  return (req, res) => {
    const text = problem() ?? 'The server is starting';
    res.setHeader('Connection', 'close');
    if (acceptsHtml(req)) return sendPage(req, res, 503, text, notServed);
    const error = { status: 503, name: 'ServiceUnavailableError', message: text, details: {} };
    res.writeHead(503, { 'Content-Type': 'application/json; charset=utf-8', 'Retry-After': soon });
    res.end(JSON.stringify({ data: null, error }));
  };
}

const stillServed = 'The API goes on with the files from before. This page follows what you save.';
const notServed = 'Nothing is served now. This page follows what you save.';

const isForRoot = ({ method, url = '' }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && /^\/(\?|$)/.test(url);

const acceptsHtml = ({ headers }: IncomingMessage): boolean => headers.accept?.includes('text/html') === true;

function sendPage(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  text: string,
  consequence: string,
): void {
  const body = `<h1>This project has a problem</h1>
<p>${escaped(consequence)}</p>
<pre class="wrong">${escaped(text)}</pre>`;
  res.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': pagePolicy,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  res.end(req.method === 'HEAD' ? undefined : htmlPage('Problem', body, 2));
}
