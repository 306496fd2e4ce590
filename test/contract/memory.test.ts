import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import { describeStoreContract } from './index.js';

describeStoreContract({
  name: 'memory',
  open: async (schema) => createMemoryStore({ schema }),
  close: (store) => store.close(),
  skip: [],
});
