import { createCipheriv, createDecipheriv, createHash, hkdfSync, type KeyObject } from 'node:crypto';
import type { PositionCodec } from '../../application/ports/position-codec.js';

/** One block of AES: no two positions have the same plain text, so that the mode needs no other. */
const cipher = 'aes-256-ecb';
const markLength = 8;

/** Encrypts a mark of the log and the position as one block, with a key made from the key of the server. */
export function createPositionCodec(serverKey: () => KeyObject): PositionCodec {
  let derived: Buffer | undefined;
  const key = (): Buffer =>
    (derived ??= Buffer.from(hkdfSync('sha256', serverKey().export(), '', 'quire positions', 32)));
  const markOf = (log: string): Buffer => createHash('sha256').update(log).digest().subarray(0, markLength);
  return {
    write(log, position) {
      const block = Buffer.concat([markOf(log), Buffer.alloc(8)]);
      block.writeBigUInt64BE(BigInt(position), markLength);
      const encrypting = createCipheriv(cipher, key(), null).setAutoPadding(false);
      return Buffer.concat([encrypting.update(block), encrypting.final()]).toString('base64url');
    },
    read(log, text) {
      if (!/^[\w-]{22}$/.test(text)) return null;
      const decrypting = createDecipheriv(cipher, key(), null).setAutoPadding(false);
      const block = Buffer.concat([decrypting.update(Buffer.from(text, 'base64url')), decrypting.final()]);
      const position = block.readBigUInt64BE(markLength);
      const isOurs = block.subarray(0, markLength).equals(markOf(log)) && position <= Number.MAX_SAFE_INTEGER;
      return isOurs ? Number(position) : null;
    },
  };
}
