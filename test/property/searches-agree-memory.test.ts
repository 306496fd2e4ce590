import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import type { Store } from '../../src/application/ports/store.js';
import { describeSearches } from './searches-agree.js';

let store: Store | undefined;

describeSearches(
  'memory',
  async (schema) => (store = createMemoryStore({ schema })),
  async () => store?.close(),
);
