import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import { describeHiddenDrafts } from './hidden-drafts.js';

describeHiddenDrafts(
  'memory',
  async (schema) => createMemoryStore({ schema }),
  (store) => store.close(),
  60,
);
