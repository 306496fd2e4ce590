import { decodePicture } from './decode-picture.js';
import type { DecodingRequest } from './decoding.js';

// The process that decodes pictures, separate so that a hostile or broken picture cannot end the server. The server ends it,
// so it ignores a Ctrl-C in their common terminal.
process.once('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

process.on('message', (request: DecodingRequest) => {
  void decodePicture(request).then((decoded) => process.send?.(decoded));
});
