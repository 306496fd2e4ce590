import { createHash } from 'node:crypto';
import type { Checksum } from '../../application/ports/checksum.js';

export function createChecksum(): Checksum {
  const hash = createHash('sha256');
  return {
    update: (bytes) => void hash.update(bytes),
    result: () => hash.digest('hex'),
  };
}
