import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import { describeRelationLists } from './relation-lists.js';

describeRelationLists(
  'memory',
  async (schema) => createMemoryStore({ schema }),
  (store) => store.close(),
  120,
);
