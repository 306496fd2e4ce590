import { hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import type { WebhookSecrets, WebhookVault } from '../../application/ports/webhook-vault.js';

const algorithms = { alg: 'dir', enc: 'A256GCM' };

/** Encrypts as an encrypted JWT (RFC 7516), with a key that is derived from the server's secret on first use. */
export function createWebhookVault(keyOf: () => KeyObject): WebhookVault {
  let derived: Uint8Array | undefined;
  const key = (): Uint8Array =>
    (derived ??= new Uint8Array(hkdfSync('sha256', keyOf().export(), '', 'quire webhooks', 32)));
  return {
    createSecret: () => `whsec_${randomBytes(32).toString('base64')}`,
    async close(secrets) {
      const { EncryptJWT } = await import('jose');
      return new EncryptJWT({ ...secrets }).setProtectedHeader(algorithms).encrypt(key());
    },
    async open(closed) {
      const { jwtDecrypt } = await import('jose');
      try {
        const { payload } = await jwtDecrypt<WebhookSecrets>(closed, key(), {
          keyManagementAlgorithms: [algorithms.alg],
          contentEncryptionAlgorithms: [algorithms.enc],
        });
        return { headers: payload.headers, signingSecret: payload.signingSecret };
      } catch {
        return null;
      }
    },
  };
}
