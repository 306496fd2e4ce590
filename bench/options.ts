import { parseArgs } from 'node:util';
import type { Effort } from './measure.js';

export interface Options {
  readonly effort: Effort;
  readonly json: string | undefined;
  /** Measures only the cases whose name contains this. */
  readonly only: string | undefined;
  readonly build: boolean;
  readonly store: 'postgres' | 'mongodb';
}

const thorough: Effort = { rounds: 5, durationSeconds: 2, warmUpSeconds: 1, connections: 16 };
const quick: Effort = { rounds: 3, durationSeconds: 0.2, warmUpSeconds: 0.1, connections: 16 };

export const usage = `Usage: npm run bench -- [--quick] [--json FILE] [--only TEXT] [--no-build] [--store mongodb]

DATABASE_URL names a PostgreSQL server to measure on: a database "quire_bench" is made there, and removed afterwards.
Without it the embedded server is started. With --store mongodb, MONGO_URL names the server.
`;

/** Throws a TypeError for an unknown option. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean' },
      json: { type: 'string' },
      only: { type: 'string' },
      'no-build': { type: 'boolean' },
      store: { type: 'string' },
    },
  });
  const { store = 'postgres' } = values;
  if (store !== 'postgres' && store !== 'mongodb') throw new TypeError(`No store "${store}"`);
  return {
    store,
    effort: values.quick === true ? quick : thorough,
    json: values.json,
    only: values.only,
    build: values['no-build'] !== true,
  };
}
