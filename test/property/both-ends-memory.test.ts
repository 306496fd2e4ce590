import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import type { Store } from '../../src/application/ports/store.js';
import { describeWritesFromBothEnds } from './both-ends.js';

let store: Store | undefined;

describeWritesFromBothEnds(
  'memory',
  async (schema) => [(store = createMemoryStore({ schema }))],
  async () => store?.close(),
  50,
);
