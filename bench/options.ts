import { parseArgs } from 'node:util';
import type { Effort } from './measure.js';

export interface Options {
  readonly effort: Effort;
  readonly json: string | undefined;
  /** Only cases whose name contains this. */
  readonly only: string | undefined;
  readonly build: boolean;
  readonly store: 'postgres' | 'mongodb';
}

const thorough: Effort = { rounds: 5, duration: 2, warmUp: 1, connections: 16 };
const quick: Effort = { rounds: 3, duration: 0.2, warmUp: 0.1, connections: 16 };

export const usage = `Usage: npm run bench -- [--quick] [--json FILE] [--only TEXT] [--no-build] [--store mongodb]

DATABASE_URL names a PostgreSQL server to measure on: a database "quire_bench" is made there, and removed afterwards.
Without it the embedded server is started. With --store mongodb, MONGO_URL names the server.
`;

/** Throws a TypeError on an option that there is not. */
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
