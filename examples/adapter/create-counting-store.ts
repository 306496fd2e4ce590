import type { Store } from 'quire-cms/application';

/** The number of calls of a store. */
export interface Counts {
  reads: number;
  writes: number;
}

/** A store that counts the calls of another one: the smallest adapter that implements the port. */
export function createCountingStore(inner: Store, counts: Counts): Store {
  const { documents } = inner;
  return {
    ...inner,
    documents: {
      ...documents,
      read(...asked) {
        counts.reads += 1;
        return documents.read(...asked);
      },
      write(work) {
        counts.writes += 1;
        return documents.write(work);
      },
    },
  };
}
