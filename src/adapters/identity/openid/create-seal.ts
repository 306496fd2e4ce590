import { hkdfSync, type KeyObject } from 'node:crypto';
import type { SealedSignIn } from '../../../application/ports/identity-providers.js';

const encryption = { alg: 'dir', enc: 'A256GCM' };

/**
 * Encrypts the state of a sign-in, which the browser keeps for ten minutes, as an encrypted JWT (RFC 7516). What is sealed for
 * one purpose is nothing for another.
 */
export function createSeal(key: KeyObject, purpose = 'quire sign-in') {
  // A separate key, so that sealed state is never accepted as a session token, or the other way round.
  const own = new Uint8Array(hkdfSync('sha256', key.export(), '', purpose, 32));
  return {
    async close({ pending, challenge }: SealedSignIn): Promise<string> {
      const { EncryptJWT } = await import('jose');
      return new EncryptJWT({ pending, challenge })
        .setProtectedHeader(encryption)
        .setExpirationTime('10m')
        .encrypt(own);
    },
    async open(sealed: string): Promise<SealedSignIn | null> {
      const { jwtDecrypt } = await import('jose');
      try {
        const { payload } = await jwtDecrypt<SealedSignIn>(sealed, own, {
          keyManagementAlgorithms: [encryption.alg],
          contentEncryptionAlgorithms: [encryption.enc],
        });
        return { pending: payload.pending, challenge: payload.challenge };
      } catch {
        return null;
      }
    },
  };
}
