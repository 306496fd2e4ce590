import type { KeyValueStore } from '../ports/key-value-store.js';
import type { UnitsOfWork } from '../ports/units-of-work.js';

/** Where the keys of creations are kept, in the unit of work of the creation. */
export interface Onces {
  readonly values: Pick<KeyValueStore, 'claim' | 'set' | 'remove' | 'all'>;
  readonly units: UnitsOfWork;
}
