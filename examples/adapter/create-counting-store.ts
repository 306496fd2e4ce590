import type { Store } from 'quire/application';

/** How often a store was asked. */
export interface Counts {
  reads: number;
  writes: number;
}

/** A store that counts what another one does: the smallest adapter that fills the port. */
export function createCountingStore(inner: Store, counts: Counts): Store {
  const { documents } = inner;
  return {
    ...inner,
    documents: {
      ...documents,
      read(plan) {
        counts.reads += 1;
        return documents.read(plan);
      },
      write(work) {
        counts.writes += 1;
        return documents.write(work);
      },
    },
  };
}
