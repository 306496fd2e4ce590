import * as fc from 'fast-check';
import { fixtureSchema } from '../contract/fixture-schema.js';
import { postgresStores } from '../contract/postgres-stores.js';
import { expectSomeOrder } from '../contract/store/some-order.js';
import { createWorld, idOf, type World } from '../contract/world.js';
import { withinTwoMinutes } from '../time-limits.js';
import { arbitraryHistory } from './arbitrary-history.js';

const { open, close } = postgresStores();

describe('concurrent writers on PostgreSQL', function () {
  this.timeout(120_000);
  const schema = fixtureSchema();
  let world: World;
  before(async () => {
    world = createWorld(await open(schema), schema);
  });
  after(() => close(world.store));

  /** A history that failed leaves its documents behind. */
  const clear = async (): Promise<void> => {
    for (const type of ['hall', 'event'] as const) {
      for (const document of await world.drafts.find(type)) await world.delete(type, idOf(document));
    }
  };

  it('leave both ends of every link as one serial order of their writes would', () =>
    fc.assert(
      fc.asyncProperty(arbitraryHistory, async ({ description, does }) => {
        await clear();
        await expectSomeOrder(world, does, 3).catch((error: unknown) => {
          throw new Error(`${description}: ${String(error)}`);
        });
      }),
      { numRuns: 12, ...withinTwoMinutes },
    ));
});
