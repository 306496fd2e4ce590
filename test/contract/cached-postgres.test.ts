import { expect } from 'chai';
import { unobserved } from '../../src/application/observations/create-observations.js';
import type { DocumentStore } from '../../src/application/ports/document-store.js';
import type { Store } from '../../src/application/ports/store.js';
import { createReadCache } from '../../src/application/read-cache/create-read-cache.js';
import { linkTableOf, tableOf } from '../../src/adapters/store/postgres/layout.js';
import { lowerAggregate } from '../../src/adapters/store/postgres/read/aggregate-documents.js';
import { lowerRead } from '../../src/adapters/store/postgres/read/read-documents.js';
import { footprintOf, footprintOfAggregate, type Footprint } from '../../src/domain/plan/footprint.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { describeGroups } from './store/describe-store-contract.js';
import { postgresStores } from './postgres-stores.js';
import { createWorld, valueOf, type World } from './world.js';
import { fixtureSchema } from './fixture-schema.js';
import { emptyStore } from './store/empty-store.js';

/** The tables that a statement names. */
const tablesIn = (text: string, schema: Schema): readonly string[] => {
  const quoted = new Set([...text.matchAll(/"([^"]+)"/g)].map(([, name]) => name));
  return [...[...schema.contentTypes.values()].map(tableOf), ...schema.links.map(linkTableOf)].filter(
    (name) => quoted.has(name),
  );
};

const tablesOf = ({ types, links }: Footprint): readonly string[] => [
  ...[...types.keys()].map(tableOf),
  ...[...links].map(linkTableOf),
];

/** Reads each plan without the cache, then until it is kept, and expects the same answer each time. */
function comparing(plain: DocumentStore, cached: DocumentStore, schema: Schema): DocumentStore {
  return {
    ...cached,
    async read(plan, deadline) {
      expect(tablesOf(footprintOf(plan))).to.include.members(tablesIn(lowerRead(schema, plan).text, schema));
      const uncached = await plain.read(plan, deadline);
      for (let n = 0; n < 2; n++) await cached.read(plan, deadline);
      const kept = await cached.read(plan, deadline);
      if (!uncached.ok || !kept.ok) {
        expect(kept).to.deep.equal(uncached);
        return kept;
      }
      const { size, total } = kept.value;
      expect({ size, total }).to.deep.equal({ size: uncached.value.size, total: uncached.value.total });
      expect(kept.value.text()).to.equal(uncached.value.text());
      return kept;
    },
    async aggregate(plan, deadline) {
      const tables = tablesIn(lowerAggregate(schema, plan).text, schema);
      expect(tablesOf(footprintOfAggregate(plan))).to.include.members(tables);
      const uncached = await plain.aggregate(plan, deadline);
      for (let n = 0; n < 2; n++) await cached.aggregate(plan, deadline);
      const kept = await cached.aggregate(plan, deadline);
      expect(kept).to.deep.equal(uncached);
      return kept;
    },
  };
}

describe('the store contract of reads, PostgreSQL with a read cache', function () {
  this.timeout(120_000);
  const stores = postgresStores();
  const schema = fixtureSchema();
  let store: Store;
  let world: World;
  before(async () => {
    store = await stores.open(schema);
    const { documents, freshness, units } = store;
    if (freshness === null) throw new Error('no freshness');
    valueOf(await freshness.watch());
    const options = { schema, documents, freshness, units, maxBytes: 50_000_000, observations: unobserved };
    world = createWorld(
      { ...store, documents: comparing(documents, createReadCache(options), schema) },
      schema,
    );
  });
  after(() => stores.close(store));
  afterEach(() => emptyStore(world));
  describeGroups({
    world: () => world,
    skip: [],
    only: [
      'filters through relations and components',
      'sorts and ranges',
      'search',
      'aggregates',
      'limited permissions',
      'the locale that is read',
      'media and links inside components',
    ],
  });
});
