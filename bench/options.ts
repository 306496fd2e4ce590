import { parseArgs } from 'node:util';
import type { Effort } from './measure.js';

export interface Options {
  readonly effort: Effort;
  readonly json: string | undefined;
  /** Measures only the cases whose name contains one of these; all, if absent. */
  readonly only: readonly string[] | undefined;
  readonly build: boolean;
  /** Also measures processor time. */
  readonly cpu: boolean;
  /** The processes of the database; found by asking it, if absent. */
  readonly databasePids: readonly number[] | undefined;
  readonly store: 'postgres' | 'mongodb';
}

const thorough: Effort = { rounds: 5, durationSeconds: 2, warmUpSeconds: 1, connections: 16, logRounds: 60 };
const quick: Effort = { rounds: 3, durationSeconds: 0.2, warmUpSeconds: 0.1, connections: 16, logRounds: 8 };
/** Processor time needs no load, under which a slow machine would refuse requests. */
const unhurried: Partial<Effort> = { connections: 4 };

export const usage = `Usage: npm run bench -- [--quick] [--json FILE] [--only TEXT]... [--no-build] [--store mongodb] [--cpu [--database-pid N,N]]

DATABASE_URL names a PostgreSQL server to measure on: a database "quire_bench" is made there, and removed afterwards.
Without it the embedded server is started. With --store mongodb, MONGO_URL names the server.

--cpu adds the processor milliseconds that a request takes of each server and of its database, which must run on this
machine (Linux). --database-pid names the first processes of a database that does not tell its own.
`;

/** Throws a TypeError for an unknown option. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean' },
      json: { type: 'string' },
      only: { type: 'string', multiple: true },
      'no-build': { type: 'boolean' },
      store: { type: 'string' },
      cpu: { type: 'boolean' },
      'database-pid': { type: 'string' },
    },
  });
  const { store = 'postgres' } = values;
  if (store !== 'postgres' && store !== 'mongodb') throw new TypeError(`No store "${store}"`);
  return {
    store,
    effort: { ...(values.quick === true ? quick : thorough), ...(values.cpu === true && unhurried) },
    json: values.json,
    only: values.only,
    build: values['no-build'] !== true,
    cpu: values.cpu === true,
    databasePids: values['database-pid']?.split(',').map(Number),
  };
}
