import { createHmac, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { CursorCodec } from '../../application/ports/cursor-codec.js';
import type { Json } from '../../domain/schema/schema.js';

const bytes = 16;

/** Signs the values and the question with a key made from the key of the server. The values can be read, not changed. */
export function createCursorCodec(serverKey: () => KeyObject): CursorCodec {
  let derived: Buffer | undefined;
  const sign = (question: string, text: string): Buffer => {
    derived ??= Buffer.from(hkdfSync('sha256', serverKey().export(), '', 'quire cursors', 32));
    return createHmac('sha256', derived)
      .update(JSON.stringify([question, text]))
      .digest()
      .subarray(0, bytes);
  };
  return {
    write(question, values) {
      const text = JSON.stringify(values);
      return Buffer.concat([sign(question, text), Buffer.from(text)]).toString('base64url');
    },
    read(question, given) {
      if (!/^[\w-]{24,8000}$/.test(given)) return null;
      const decoded = Buffer.from(given, 'base64url');
      // Other spellings of the same bytes were written by nobody here.
      if (decoded.toString('base64url') !== given) return null;
      const text = decoded.subarray(bytes).toString();
      if (!timingSafeEqual(decoded.subarray(0, bytes), sign(question, text))) return null;
      return JSON.parse(text) as readonly Json[];
    },
  };
}
