import { hkdfSync, type KeyObject } from 'node:crypto';
import type { PendingSignIn } from '../../../application/ports/identity-providers.js';

/** The state of a sign-in, and the challenge of the browser that began it, if there is one. */
interface SignIn {
  readonly pending: PendingSignIn;
  readonly challenge: string | null;
}

const encryption = { alg: 'dir', enc: 'A256GCM' };

/** Encrypts the state of a sign-in, which the browser keeps for ten minutes, as an encrypted JWT (RFC 7516). */
export function createSeal(key: KeyObject) {
  // A separate key, so that sealed state is never accepted as a session token, or the other way round.
  const own = new Uint8Array(hkdfSync('sha256', key.export(), '', 'quire sign-in', 32));
  return {
    async close({ pending, challenge }: SignIn): Promise<string> {
      const { EncryptJWT } = await import('jose');
      return new EncryptJWT({ pending, challenge })
        .setProtectedHeader(encryption)
        .setExpirationTime('10m')
        .encrypt(own);
    },
    async open(sealed: string): Promise<SignIn | null> {
      const { jwtDecrypt } = await import('jose');
      try {
        const { payload } = await jwtDecrypt<SignIn>(sealed, own, {
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
