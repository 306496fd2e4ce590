import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { TokenSecrets } from '../../application/ports/token-secrets.js';

export const createTokenSecrets = (): TokenSecrets => ({
  create: () => randomBytes(32).toString('hex'),
  hash: (token) => createHash('sha256').update(token).digest('hex'),
  same: (hash, other) =>
    hash.length === other.length && timingSafeEqual(Buffer.from(hash), Buffer.from(other)),
});
