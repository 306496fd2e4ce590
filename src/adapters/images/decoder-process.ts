import { decodePicture } from './decode-picture.js';
import type { DecodingRequest } from './decoding.js';

// The process that decodes pictures. It is separate so that a malicious or broken picture cannot crash the server. It
// ignores Ctrl-C, because the server stops it.
process.once('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

process.on('message', (request: DecodingRequest) => {
  void decodePicture(request).then((decoded) => process.send?.(decoded));
});
