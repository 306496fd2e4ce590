import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import { describeBulkTogether } from './bulk-together.js';

describeBulkTogether(
  'memory',
  async (schema) => createMemoryStore({ schema }),
  async (store) => void (await store.close()),
  40,
);
