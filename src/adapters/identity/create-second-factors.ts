import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import type { SecondFactors } from '../../application/ports/second-factors.js';

const issuer = 'Quire';
const algorithm = 'aes-256-gcm';
const [nonceBytes, tagBytes] = [12, 16];

/**
 * One-time codes of six digits, each for 30 seconds, as authenticators make them. Secrets are encrypted with a key of their own.
 */
export function createSecondFactors(keyOf: () => KeyObject): SecondFactors {
  const key = (): Buffer => Buffer.from(hkdfSync('sha256', keyOf().export(), '', 'quire second factor', 32));
  return {
    async begin(account, sealed = '') {
      // Imported on first use: most servers start without one.
      const [{ Secret, TOTP }, { renderSVG }] = await Promise.all([import('otpauth'), import('uqr')]);
      const known = open(key(), sealed);
      const secret = known === null ? new Secret({ size: 20 }) : Secret.fromBase32(known);
      const uri = new TOTP({ issuer, label: account, secret }).toString();
      const kept = known === null ? seal(key(), secret.base32) : sealed;
      return { sealed: kept, uri, picture: renderSVG(uri) };
    },
    async periodOf(sealed, code, now) {
      const base32 = open(key(), sealed);
      if (base32 === null || !/^\d{6}$/.test(code)) return null;
      const { Secret, TOTP } = await import('otpauth');
      const timestamp = Date.parse(now);
      const totp = new TOTP({ secret: Secret.fromBase32(base32) });
      const delta = totp.validate({ token: code, timestamp, window: 1 });
      return delta === null ? null : totp.counter({ timestamp }) + delta;
    },
  };
}

function seal(key: Buffer, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce);
  const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([...sealed, cipher.getAuthTag()]).toString('base64url');
}

/** Returns null for a text that was not sealed with this key. */
function open(key: Buffer, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length <= nonceBytes + tagBytes) return null;
  try {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
