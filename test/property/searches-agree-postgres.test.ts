import { openScratchStore, type ScratchStore } from '../integration/postgres/scratch-store.js';
import { describeSearches } from './searches-agree.js';

let scratch: ScratchStore | undefined;

describeSearches(
  'PostgreSQL',
  async (schema) => (scratch = await openScratchStore(schema)).store,
  async () => scratch?.close(),
);
