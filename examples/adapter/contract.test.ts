/** Tests that the store keeps every promise of the port. Run it with `npx mocha examples/adapter/contract.test.ts`. */
import { describeStoreContract } from 'quire-cms/contract';
import { createMemoryStore } from 'quire-cms/stores/memory';
import { createCountingStore } from './create-counting-store.js';

describeStoreContract({
  name: 'a store that counts',
  open: async (schema) => createCountingStore(createMemoryStore({ schema }), { reads: 0, writes: 0 }),
  close: (store) => store.close(),
  skip: [],
});
