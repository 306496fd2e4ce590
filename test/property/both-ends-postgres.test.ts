import { openScratchStore, type ScratchStore } from '../integration/postgres/scratch-store.js';
import { describeWritesFromBothEnds } from './both-ends.js';

let scratch: ScratchStore | undefined;

describeWritesFromBothEnds(
  'PostgreSQL',
  async (schema) => {
    scratch = await openScratchStore(schema);
    return [scratch.store, await scratch.openAnother()];
  },
  async () => scratch?.close(),
  100,
);
