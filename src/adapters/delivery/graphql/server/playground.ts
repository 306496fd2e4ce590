import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import type { Request, Response } from 'express';

/** Serves GraphiQL from files that the build copies (scripts/page-files.mjs). The page loads nothing from other servers. */

const { resolve } = createRequire(import.meta.url);

/** The types of the page's files by name. */
const assets: ReadonlyMap<string, string> = new Map([
  ['react.js', 'text/javascript'],
  ['react-dom.js', 'text/javascript'],
  ['graphiql.js', 'text/javascript'],
  ['graphiql.css', 'text/css'],
]);

/** The fetcher of GraphiQL itself does not read Server-Sent Events, which answer subscriptions. */
const script = `async function* fetcher(params, { headers } = {}) {
  const answer = await fetch(location.pathname, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify(params),
  });
  if (answer.headers.get('Content-Type').startsWith('text/event-stream')) yield* events(answer);
  else yield await answer.json();
}

async function* events(answer) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    let text = '';
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const blocks = (text + read.value).split('\\n\\n');
      text = blocks.pop();
      for (const block of blocks) {
        const [, data] = /^data: (.*)$/m.exec(block) ?? [];
        if (data) yield JSON.parse(data);
      }
    }
  } finally {
    reader.cancel();
  }
}

ReactDOM.createRoot(document.getElementById('graphiql')).render(
  React.createElement(GraphiQL, { fetcher, defaultEditorToolsVisibility: 'headers', shouldPersistHeaders: false }),
);
`;

/** Allows only requests to this server, and no framing. GraphiQL sets inline styles. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = (base: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>GraphQL</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${base}/playground/graphiql.css">
<link rel="icon" href="data:,">
<style>html, body, #graphiql { height: 100%; margin: 0; }</style>
</head>
<body>
<div id="graphiql"></div>
<script src="${base}/playground/react.js"></script>
<script src="${base}/playground/react-dom.js"></script>
<script src="${base}/playground/graphiql.js"></script>
<script src="${base}/playground/start.js"></script>
</body>
</html>
`;

/** Serves the page to requests that accept HTML and have no query, and the files of the page. Returns false for others. */
export function servePlayground(req: Request, res: Response, endpoint: string, rest: string): boolean {
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  if (rest === '') {
    if (req.accepts(['json', 'html']) !== 'html' || /[?&]query=/.test(req.url)) return false;
    res.setHeader('Content-Security-Policy', policy);
    send(res, 'text/html', page(endpoint));
    return true;
  }
  const name = rest.replace(/^\/playground\//, '');
  if (name === 'start.js') {
    send(res, 'text/javascript', script);
    return true;
  }
  const type = rest.startsWith('/playground/') ? assets.get(name) : undefined;
  if (type === undefined) return false;
  res.setHeader('Content-Type', `${type}; charset=utf-8`);
  res.setHeader('Cache-Control', 'public, max-age=3600');
  createReadStream(resolve(`#pages/graphiql/${name}`))
    .on('error', (error) => res.destroy(error))
    .pipe(res);
  return true;
}

function send(res: Response, type: string, text: string): void {
  res.setHeader('Content-Type', `${type}; charset=utf-8`);
  res.end(text);
}
