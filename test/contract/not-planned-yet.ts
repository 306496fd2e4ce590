import type { StoreContract } from './index.js';

/** What no store can keep, because no plan asks for it. */
export const notPlannedYet: StoreContract['skip'] = [
  {
    case: 'an update that publishes can not remove the only link of a required relation',
    reason: 'planning a publishing does not ask what a disconnect leaves',
  },
];
