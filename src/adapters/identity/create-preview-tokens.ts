import { createHmac, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { PreviewClaims, PreviewTokens } from '../../application/ports/preview-tokens.js';

/** Tells preview tokens from API tokens, which are hexadecimal, and from sessions, which have dots. */
export const previewPrefix = 'preview_';

/** A token of any server is shorter. */
const longest = 1_000;

const shape = new RegExp(`^${previewPrefix}([\\w-]+)~([\\w-]+)$`);

/** The claims as JSON and their HMAC-SHA-256, with a key of their own, so that no other text of the server is a preview token. */
export function createPreviewTokens(keyOf: () => KeyObject): PreviewTokens {
  let derived: Buffer | undefined;
  const macOf = (payload: string): Buffer => {
    derived ??= Buffer.from(hkdfSync('sha256', keyOf().export(), '', 'quire previews', 32));
    return createHmac('sha256', derived).update(payload).digest();
  };
  return {
    sign({ maker, type, documentId, locale, expiresAt }) {
      const claims = JSON.stringify([maker, type, documentId, locale, expiresAt]);
      const payload = Buffer.from(claims).toString('base64url');
      return `${previewPrefix}${payload}~${macOf(payload).toString('base64url')}`;
    },
    read(token) {
      const [, payload, mac] = (token.length <= longest && shape.exec(token)) || [];
      if (payload === undefined || mac === undefined) return null;
      const [given, expected] = [Buffer.from(mac, 'base64url'), macOf(payload)];
      // Only one text is the encoding of a signature.
      if (given.toString('base64url') !== mac || given.length !== expected.length) return null;
      return timingSafeEqual(given, expected) ? claimsIn(payload) : null;
    },
  };
}

function claimsIn(payload: string): PreviewClaims {
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
    string,
    string,
    string,
    string | null,
    string,
  ];
  const [maker, type, documentId, locale, expiresAt] = claims;
  return { maker, type, documentId, locale, expiresAt };
}
