import type { Readable } from 'node:stream';
import { Writable } from 'node:stream';

const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** `file` of `@strapi/utils`: what providers of files use. */
export const file = {
  kbytesToBytes: (kilobytes: number): number => kilobytes * 1000,
  bytesToKbytes: (bytes: number): number => Math.round((bytes / 1000) * 100) / 100,
  bytesToHumanReadable: (bytes: number): string => {
    if (!bytes) return '0 Bytes';
    const power = Math.min(Math.floor(Math.log(bytes) / Math.log(1000)), units.length - 1);
    return `${Math.round(bytes / 1000 ** power)} ${units[power]}`;
  },
  streamToBuffer: async (stream: Readable): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
    return Buffer.concat(chunks);
  },
  getStreamSize: async (stream: Readable): Promise<number> => {
    let size = 0;
    for await (const chunk of stream) size += Buffer.byteLength(chunk as Uint8Array);
    return size;
  },
  writableDiscardStream: (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() }),
};
