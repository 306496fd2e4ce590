import type { Store } from '../../../src/application/ports/store.js';
import type { Schema } from '../../../src/domain/schema/schema.js';
import { fixtureSchema } from '../fixture-schema.js';
import { createWorld, type World } from '../world.js';
import { accessCases } from './access.contract.js';
import { answerCases } from './answers.contract.js';
import { archiveCases } from './archive.contract.js';
import { auditCases } from './audit.contract.js';
import type { Case } from './case.js';
import { componentCases } from './components.contract.js';
import { concurrencyCases } from './concurrency.contract.js';
import { draftCases } from './drafts.contract.js';
import { embeddedCases } from './embedded.contract.js';
import { emptyStore } from './empty-store.js';
import { endWithoutDraftsCases } from './ends-without-drafts.contract.js';
import { filterCases } from './filters.contract.js';
import { knownCases } from './known.contract.js';
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
import { roundCases } from './rounds.contract.js';
import { sharedValueCases } from './shared-values.contract.js';
import { singleTypeCases } from './single-types.contract.js';
import { sortCases } from './sorts.contract.js';
import { statisticsCases } from './statistics.contract.js';
import { layerTakingCases } from './taking-layers.contract.js';
import { takingCases } from './taking.contract.js';
import { valueCases } from './values.contract.js';
import { writeCases } from './writes.contract.js';

const groups = {
  values: valueCases,
  filters: filterCases,
  'filters through relations and components': relationFilterCases,
  'sorts and ranges': sortCases,
  answers: answerCases,
  'lists of relations': listCases,
  'relations to one': takingCases,
  components: componentCases,
  writes: writeCases,
  plans: planCases,
  'permissions with limits': permissionCases,
  'what is known before a write': knownCases,
  drafts: draftCases,
  publishing: publishingCases,
  'links through rounds of publishing': roundCases,
  'links in layers': layerCases,
  'links from ends without drafts': endWithoutDraftsCases,
  'relations to one, in layers': layerTakingCases,
  locales: localeCases,
  'what locales share': sharedValueCases,
  'links and locales': localeLinkCases,
  'the locale that is read': localeContextCases,
  'relations to one, in locales': localeTakingCases,
  'single types': singleTypeCases,
  'media and links inside components': embeddedCases,
  'writers at once': concurrencyCases,
  'moves at once': moveAtOnceCases,
  'orders of writers': orderCases,
  access: accessCases,
  'the archive': archiveCases,
  'the audit trail': auditCases,
  'counts of what comes often': rateCountCases,
  'what is stored, measured': statisticsCases,
};

type Groups = typeof groups;

/** The name of every case: what a runner may skip. */
export type StoreCase = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

export interface StoreContract {
  /** For titles. */
  readonly name: string;
  /** Opens an empty store for the schema, its tables in place. Called once. */
  open(schema: Schema): Promise<Store>;
  close(store: Store): Promise<void>;
  /** Promises that the store does not keep yet. One that it does keep, or that there is not, fails the run. */
  readonly skip: readonly { readonly case: StoreCase; readonly reason: string }[];
}

/** Pins what every store promises, as tests of mocha or of a runner with the same `describe`, `it`, `before`, `after`. */
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
    describeGroups(contract, () => world);
    describe('closing', () => {
      it('lets running work end', async () => {
        const creations = Array.from({ length: 40 }, (_, index) =>
          world.create('dish', { name: `d${index}` }),
        );
        const lists = Array.from({ length: 40 }, () => world.names('dish', { count: true }));
        // By then all of them have asked the store.
        await new Promise(setImmediate);
        await close();
        await Promise.all([...creations, ...lists]);
      });
    });
  });
}

function describeGroups({ skip }: StoreContract, world: () => World): void {
  for (const [group, cases] of Object.entries<Readonly<Record<string, Case>>>(groups)) {
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

/** Names to skip that no case has: adapters in JavaScript, or of an older contract, are not held by the types. */
export function unknownNames(names: readonly string[]): string[] {
  const known = new Set(
    Object.values<Readonly<Record<string, Case>>>(groups).flatMap((cases) => Object.keys(cases)),
  );
  return names.filter((name) => !known.has(name));
}

/** Runs what is known to fail; throws when it does not fail any more. */
export async function expectFailure(name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch {
    return;
  }
  throw new Error(`"${name}" holds: take it from the list of skipped cases`);
}
