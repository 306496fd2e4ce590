import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import { describeBulkTogether } from './bulk-together.js';

describeBulkTogether(
  'memory',
  async (schema) => createMemoryStore({ schema }),
  (store) => store.close(),
  40,
);
