import { hkdfSync, type KeyObject } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import type { PendingSignIn } from '../../../application/ports/identity-providers.js';

const encryption = { alg: 'dir', enc: 'A256GCM' };

/** What a browser keeps of a sign-in while it is away, for ten minutes: an encrypted JWT (RFC 7516). */
export function createSeal(key: KeyObject) {
  // A key of its own, so that what is sealed here is never taken for a session, nor the other way round.
  const own = new Uint8Array(hkdfSync('sha256', key.export(), '', 'quire sign-in', 32));
  return {
    close: (pending: PendingSignIn): Promise<string> =>
      new EncryptJWT({ pending }).setProtectedHeader(encryption).setExpirationTime('10m').encrypt(own),
    async open(sealed: string): Promise<PendingSignIn | null> {
      try {
        const { payload } = await jwtDecrypt<{ pending: PendingSignIn }>(sealed, own, {
          keyManagementAlgorithms: [encryption.alg],
          contentEncryptionAlgorithms: [encryption.enc],
        });
        return payload.pending;
      } catch {
        return null;
      }
    },
  };
}
