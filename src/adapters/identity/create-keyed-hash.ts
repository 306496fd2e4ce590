import { createHmac, hkdfSync, type KeyObject } from 'node:crypto';

/**
 * HMAC-SHA-256 of a text, hexadecimal, with a key of its own that is derived from the secret of the servers. Somebody
 * who reads the database cannot find the text by trying likely ones. The secret is read at the first hash.
 */
export function createKeyedHash(keyOf: () => KeyObject): (text: string) => string {
  let derived: Buffer | undefined;
  return (text) => {
    derived ??= Buffer.from(hkdfSync('sha256', keyOf().export(), '', 'quire keyed hash', 32));
    return createHmac('sha256', derived).update(text).digest('hex');
  };
}
