import { openScratchStore, type ScratchStore } from '../postgres/scratch-store.js';
import type { VerifiedTotals } from '../../../src/application/ports/totals-store.js';
import type { PostgresStoreOptions } from '../../../src/adapters/store/postgres/create-postgres-store.js';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import type { TypeName } from '../../contract/schema-files.js';
import { createWorld, type Asked, type World } from '../../contract/world.js';
import { totalOf, verifyTotals } from '../totals/totals.js';

export interface TotalsWorld {
  readonly scratch: ScratchStore;
  readonly world: World;
  /** The total of a list whose page is full, so that the database has to say it. */
  total(type: TypeName, asked?: Asked): Promise<number | null>;
  verify(repair?: boolean): Promise<VerifiedTotals>;
  /** The numbers of rows, which nobody keeps. */
  rows(table: string, where?: string): Promise<number>;
}

/** A store that keeps the totals of all types, however small, once it is told to prepare. */
export async function openTotalsWorld(options: Partial<PostgresStoreOptions> = {}): Promise<TotalsWorld> {
  const schema = fixtureSchema();
  const scratch = await openScratchStore(schema, { totalsFrom: 0, ...options });
  const world = createWorld(scratch.store, schema);
  return {
    scratch,
    world,
    total: (type, asked) => totalOf(world, type, asked),
    verify: (repair = false) => verifyTotals(scratch.store, repair),
    async rows(table, where = 'true') {
      const [row] = await scratch.run(`SELECT count(*) AS n FROM ${table} WHERE ${where}`);
      return Number(row?.['n']);
    },
  };
}
