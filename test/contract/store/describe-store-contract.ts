import type { Store } from '../../../src/application/ports/store.js';
import { ok, type Result } from '../../../src/domain/result.js';
import type { Schema } from '../../../src/domain/schema/schema.js';
import { fixtureSchema } from '../fixture-schema.js';
import { createWorld, valueOf, type World } from '../world.js';
import { accessCases } from './access.contract.js';
import { aggregateCases } from './aggregates.contract.js';
import { answerCases } from './answers.contract.js';
import { archiveCases } from './archive.contract.js';
import { auditCases } from './audit.contract.js';
import type { Case } from './case.js';
import { authorCases } from './authors.contract.js';
import { capturedVersionCases } from './captured-versions.contract.js';
import { changeCases } from './changes.contract.js';
import { componentCases } from './components.contract.js';
import { concurrencyCases } from './concurrency.contract.js';
import { cursorCases } from './cursors.contract.js';
import { deadlineCases } from './deadlines.contract.js';
import { draftCases } from './drafts.contract.js';
import { embeddedCases } from './embedded.contract.js';
import { emptyStore } from './empty-store.js';
import { endWithoutDraftsCases } from './ends-without-drafts.contract.js';
import { filterCases } from './filters.contract.js';
import { followerCases } from './followers.contract.js';
import { freshnessCases } from './freshness.contract.js';
import { indexCases } from './indexes.contract.js';
import { keyValueCases } from './key-values.contract.js';
import { loadedStateCases } from './loaded-state.contract.js';
import { layerCases } from './layers.contract.js';
import { listCases } from './lists.contract.js';
import { rateCountCases } from './rate-counts.contract.js';
import { relationFilterCases } from './relation-filters.contract.js';
import { localeContextCases } from './locale-contexts.contract.js';
import { localeLinkCases } from './locale-links.contract.js';
import { localeTakingCases } from './locale-takings.contract.js';
import { localeCases } from './locales.contract.js';
import { moveAtOnceCases } from './moves-at-once.contract.js';
import { orderCases } from './orders.contract.js';
import { permissionCases } from './permissions.contract.js';
import { planCases } from './plans.contract.js';
import { publishingCases } from './publishing.contract.js';
import { onceCases } from './onces.contract.js';
import { revisionCases } from './revisions.contract.js';
import { roundCases } from './rounds.contract.js';
import { rowCases } from './rows.contract.js';
import { schemaCases } from './schema.contract.js';
import { searchCases } from './search.contract.js';
import { sharedValueCases } from './shared-values.contract.js';
import { severalWriteCases } from './several-writes.contract.js';
import { singleTypeCases } from './single-types.contract.js';
import { sortCases } from './sorts.contract.js';
import { statisticsCases } from './statistics.contract.js';
import { layerTakingCases } from './taking-layers.contract.js';
import { takingCases } from './taking.contract.js';
import { totalsCases } from './totals.contract.js';
import { unitCases } from './units.contract.js';
import { valueCases } from './values.contract.js';
import { writeCases } from './writes.contract.js';

const groups = {
  values: valueCases,
  filters: filterCases,
  'filters through relations and components': relationFilterCases,
  'sorts and ranges': sortCases,
  search: searchCases,
  cursors: cursorCases,
  aggregates: aggregateCases,
  answers: answerCases,
  'lists of relations': listCases,
  'to-one relations': takingCases,
  components: componentCases,
  writes: writeCases,
  'several writes': severalWriteCases,
  plans: planCases,
  'limited permissions': permissionCases,
  'loading before a write': loadedStateCases,
  revisions: revisionCases,
  authors: authorCases,
  drafts: draftCases,
  publishing: publishingCases,
  'links through repeated publishing': roundCases,
  'links in layers': layerCases,
  'links from ends without drafts': endWithoutDraftsCases,
  'to-one relations in layers': layerTakingCases,
  locales: localeCases,
  'shared values': sharedValueCases,
  'links and locales': localeLinkCases,
  'the locale that is read': localeContextCases,
  'to-one relations in locales': localeTakingCases,
  'single types': singleTypeCases,
  rows: rowCases,
  'media and links inside components': embeddedCases,
  'concurrent writers': concurrencyCases,
  'concurrent publishing': moveAtOnceCases,
  'serial orders of writers': orderCases,
  access: accessCases,
  'the archive': archiveCases,
  'the audit trail': auditCases,
  'the change log': changeCases,
  'captured versions': capturedVersionCases,
  followers: followerCases,
  'rate counts': rateCountCases,
  indexes: indexCases,
  'values of app code': keyValueCases,
  'requests that come again': onceCases,
  statistics: statisticsCases,
  'units of work': unitCases,
  'deadlines of reads': deadlineCases,
  'the schema': schemaCases,
  totals: totalsCases,
  freshness: freshnessCases,
};

/** The groups of cases, by name. */
export type Groups = typeof groups;

/** The names of all cases, which a runner may skip. */
export type StoreCase = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

export interface StoreContract {
  /** Appears in the titles. */
  readonly name: string;
  /** Opens an empty store with the tables for the schema. Called once. */
  open(schema: Schema): Promise<Store>;
  close(store: Store): Promise<void>;
  /** Cases that fail with this store. A case that passes or does not exist fails the run. */
  readonly skip: readonly { readonly case: StoreCase; readonly reason: string }[];
}

/** Defines the contract's tests, in mocha or a runner with the same `describe`, `it`, `before` and `after`. */
export function describeStoreContract(contract: StoreContract): void {
  describe(`the store contract, ${contract.name}`, function () {
    this.timeout(120_000);
    let store: Store | null = null;
    let world: World;
    const close = async (): Promise<void> => {
      const closing = store;
      store = null;
      if (closing !== null) await contract.close(closing);
    };
    before(async () => {
      const schema = fixtureSchema();
      store = await contract.open(schema);
      world = createWorld(store, schema);
    });
    after(close);
    afterEach(async () => {
      if (store !== null) await emptyStore(world);
    });
    describeGroups({ skip: contract.skip, world: () => world });
    describe('closing', () => {
      it('lets running work end', async () => {
        const creations = Array.from({ length: 40 }, (_, index) =>
          world.create('dish', { name: `d${index}` }),
        );
        const lists = Array.from({ length: 40 }, () => world.names('dish', { count: true }));
        const others = callsOf(world).map(async (call) => valueOf(await call()));
        // By then the store has received all of them.
        await new Promise(setImmediate);
        await close();
        await Promise.all([...creations, ...lists, ...others]);
      });
    });
  });
}

/** A unit of work, and calls of what else a store has. */
const callsOf = ({ store, create }: World): readonly (() => Promise<Result<unknown>>)[] => [
  () =>
    store.units.run(async () => {
      await create('chef', { name: 'first' });
      return ok(await create('chef', { name: 'second' }));
    }),
  () => store.access.load(),
  () => store.audit.find({}, 10),
  () => store.changes.read(0, 10),
  () => store.followers.list(),
  () => store.rates.count('closing', 1_000),
  () => store.values.set('closing', 1),
  () => store.schema.status(),
  () => store.statistics.measure(),
  () => store.archive.contents(),
];

/** Some groups of cases, or all. */
export interface DescribedGroups extends Pick<StoreContract, 'skip'> {
  readonly only?: readonly (keyof Groups)[];
  world(): World;
}

/** Defines the tests of groups. The runner opens the store, and empties it after each. */
export function describeGroups({ skip, only, world }: DescribedGroups): void {
  const chosen: ReadonlySet<string> = new Set(only ?? Object.keys(groups));
  for (const [group, cases] of Object.entries<Readonly<Record<string, Case>>>(groups)) {
    if (!chosen.has(group)) continue;
    describe(group, () => {
      for (const [name, run] of Object.entries(cases)) {
        const skipped = skip.find((each) => each.case === name);
        if (skipped === undefined) it(name, () => run(world()));
        else it(`${name} (not yet: ${skipped.reason})`, () => expectFailure(name, () => run(world())));
      }
    });
  }
  for (const name of unknownNames(skip.map((each) => each.case))) {
    it(`skips "${name}"`, () => {
      throw new Error(`There is no case "${name}" to skip`);
    });
  }
}

/** Returns the names to skip that no case has. Types cannot check adapters in JavaScript or for an older contract. */
export function unknownNames(names: readonly string[]): string[] {
  const known = new Set(
    Object.values<Readonly<Record<string, Case>>>(groups).flatMap((cases) => Object.keys(cases)),
  );
  return names.filter((name) => !known.has(name));
}

/** Runs a case that is known to fail, and throws if it passes. */
export async function expectFailure(name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch {
    return;
  }
  throw new Error(`"${name}" holds: take it from the list of skipped cases`);
}
