import { describeStoreContract } from '../../contract/store/describe-store-contract.js';
import { openScratchStore, type ScratchStore } from './scratch-store.js';

let scratch: ScratchStore;

describeStoreContract({
  name: 'PostgreSQL',
  async open(schema) {
    scratch = await openScratchStore(schema, { poolSize: 20 });
    return scratch.store;
  },
  close: () => scratch.close(),
  skip: [],
});
