import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import { describePublishing } from './publishing.js';

describePublishing(
  'memory',
  async (schema) => createMemoryStore({ schema }),
  (store) => store.close(),
  15,
);
