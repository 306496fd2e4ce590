import { copyStore } from './copy-store.js';
import type { Transfer, TransferDependencies } from './transfer.js';
import { verifyStores } from './verify-stores.js';

export const createTransfer = (dependencies: TransferDependencies): Transfer => ({
  copy: (onProgress) => copyStore(dependencies, onProgress),
  verify: (onDifference, onProgress) => verifyStores(dependencies, onDifference, onProgress),
});
