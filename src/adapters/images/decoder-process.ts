import { decodePicture } from './decode-picture.js';
import type { DecodingRequest } from './decoding.js';

// The process that decodes pictures: what a hostile or broken picture does to it does not reach the server. It ends with
// the server, which also ends it, so a Ctrl-C in the terminal that both belong to is not for it.
process.once('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

process.on('message', (request: DecodingRequest) => {
  void decodePicture(request).then((decoded) => process.send?.(decoded));
});
