import { createHmac, hkdfSync, type KeyObject } from 'node:crypto';

/**
 * Returns a function for the HMAC-SHA-256 of a text, hexadecimal, with a key derived from the server's secret. Someone
 * who can read the database cannot find the text by trying likely ones. The secret is read on first use.
 */
export function createKeyedHash(keyOf: () => KeyObject): (text: string) => string {
  let derived: Buffer | undefined;
  return (text) => {
    derived ??= Buffer.from(hkdfSync('sha256', keyOf().export(), '', 'quire keyed hash', 32));
    return createHmac('sha256', derived).update(text).digest('hex');
  };
}
