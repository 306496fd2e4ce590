import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import type { RequestHandler } from 'express';

const { resolve } = createRequire(import.meta.url);

const script = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#api',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  persistAuthorization: false,
  defaultModelsExpandDepth: -1,
});
`;

/** Allows only requests to this server, and no framing. Swagger UI sets inline styles and shows pictures of its own. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Content API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="openapi.css">
<link rel="icon" href="data:,">
</head>
<body>
<div id="api"></div>
<script src="openapi.ui.js"></script>
<script src="openapi.start.js"></script>
</body>
</html>
`;

const texts: Readonly<Record<string, readonly [type: string, text: string]>> = {
  html: ['text/html', page],
  'start.js': ['text/javascript', script],
};

/** Files that the build copies (scripts/page-files.mjs). The page loads nothing from other servers. */
const files: Readonly<Record<string, readonly [type: string, name: string]>> = {
  css: ['text/css', 'swagger-ui.css'],
  'ui.js': ['text/javascript', 'swagger-ui.js'],
};

/** Serves the page that shows `openapi.json` and sends requests, with its files. */
export const serveApiPage: RequestHandler = (req, res, next) => {
  const name = req.params['file'] ?? '';
  const [type, text] = (Object.hasOwn(texts, name) ? texts[name] : undefined) ?? [];
  if (type !== undefined) {
    if (name === 'html') res.setHeader('Content-Security-Policy', policy);
    res.setHeader('Content-Type', `${type}; charset=utf-8`);
    return void res.end(text);
  }
  const [fileType, file] = (Object.hasOwn(files, name) ? files[name] : undefined) ?? [];
  if (fileType === undefined) return next();
  res.setHeader('Content-Type', `${fileType}; charset=utf-8`);
  res.setHeader('Cache-Control', 'public, max-age=3600');
  createReadStream(resolve(`#pages/swagger-ui/${file}`))
    .on('error', (error) => res.destroy(error))
    .pipe(res);
};
