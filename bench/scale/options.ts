import { parseArgs } from 'node:util';
import type { Effort } from './compare-sizes.js';

export interface Options {
  readonly places: number;
  /** The size that it is compared with. */
  readonly beside: number;
  readonly hasSearch: boolean;
  /** Also changes the schema while requests are answered. */
  readonly changes: boolean;
  readonly keep: boolean;
  readonly build: boolean;
  readonly effort: Effort;
}

export const usage = `Usage: npm run bench:scale -- [--size 10m] [--beside 20k] [--search] [--changes] [--keep] [--quick] [--no-build]

Compares reads of a database with so many documents with those of a small one, in processor time of server and database.
DATABASE_URL names the PostgreSQL server, on this machine, on which both are made; without it the embedded one is started.

--search   makes texts searchable: the index for that takes some 1 ms a document
--changes  then changes the schema of the large one while it answers requests
--keep     leaves both databases there, and the next run with --keep uses them again
`;

const units: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };

/** Throws a TypeError for what is not a size, as `500`, `20k` or `10m`. */
export function readSize(text: string): number {
  const [, number, unit = ''] = /^(\d+)([km]?)$/.exec(text) ?? [];
  const size = Number(number) * (units[unit] ?? 1);
  if (!(size >= 100)) throw new TypeError(`"${text}" is no size of 100 or more, as 500, 20k or 10m`);
  return size;
}

/** Throws a TypeError for an unknown option. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      size: { type: 'string', default: '10m' },
      beside: { type: 'string', default: '20k' },
      search: { type: 'boolean', default: false },
      changes: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      'no-build': { type: 'boolean', default: false },
    },
  });
  return {
    places: readSize(values.size),
    beside: readSize(values.beside),
    hasSearch: values.search,
    changes: values.changes,
    keep: values.keep,
    build: !values['no-build'],
    effort: values.quick
      ? { rounds: 3, requests: 60, seconds: 1, connections: 4 }
      : { rounds: 7, requests: 200, seconds: 2, connections: 4 },
  };
}
