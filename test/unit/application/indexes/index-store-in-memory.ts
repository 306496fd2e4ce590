import type {
  IndexChange,
  IndexStore,
  KeptRecord,
  ListedIndex,
} from '../../../../src/application/ports/index-store.js';
import type { Failure } from '../../../../src/domain/failure.js';
import type { TypeIndex } from '../../../../src/domain/plan/suggest-indexes.js';
import { err, ok } from '../../../../src/domain/result.js';

/** A store of indexes without documents. */
export interface IndexStoreInMemory extends IndexStore {
  readonly there: ListedIndex[];
  /** If set, the next index cannot be made. */
  refusal: Failure | null;
}

export const listed = (
  { type, layer, fields }: TypeIndex,
  origin: ListedIndex['origin'],
  rest: Partial<ListedIndex> = {},
): ListedIndex => ({
  name: nameOf({ type, layer, fields }),
  type,
  layer,
  fields,
  origin,
  isComplete: true,
  bytes: null,
  uses: null,
  ...rest,
});

const nameOf = ({ type, layer, fields }: TypeIndex): string =>
  `${type.split('.')[1]}_${fields.join('_')}_${layer}`;

export function createIndexStoreInMemory(...schemaIndexes: readonly ListedIndex[]): IndexStoreInMemory {
  const there = [...schemaIndexes];
  const records = new Map<string, KeptRecord>();
  const apply = (change: IndexChange): void => {
    if (change.kind === 'make') there.push(listed(change.index, 'made'));
    else there.splice(there.indexOf(change.index), 1);
  };
  const store: IndexStoreInMemory = {
    there,
    refusal: null,
    nameOf,
    list: async () => ok([...there]),
    async change(decide) {
      const change = decide([...there]);
      if (change !== null && store.refusal !== null) return err(store.refusal);
      if (change !== null) apply(change);
      return ok(change);
    },
    load: async () => ok(new Map(records)),
    async save(type, revision, value) {
      if ((records.get(type)?.revision ?? 0) !== revision) return ok(false);
      records.set(type, { revision: revision + 1, value: JSON.parse(JSON.stringify(value)) });
      return ok(true);
    },
  };
  return store;
}
