import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import { describeStoreContract } from './index.js';
import { notPlannedYet } from './not-planned-yet.js';

describeStoreContract({
  name: 'memory',
  open: async (schema) => createMemoryStore({ schema }),
  close: (store) => store.close(),
  skip: notPlannedYet,
});
