import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import { describeRows } from './rows-agree.js';

describeRows(
  'memory',
  async (schema) => createMemoryStore({ schema }),
  (store) => store.close(),
  90,
);
