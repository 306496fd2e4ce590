import type { Client } from 'pg';
import type { BenchRequest } from './cases.js';
import type { LinkNames } from './hand-written/tables.js';

/** Where a connect has put its stop: `before` is whether the stop that the request names comes next. */
export interface Placed {
  readonly first: boolean;
  readonly last: boolean;
  readonly before: boolean | null;
}

interface Connect {
  readonly documentId: string;
  readonly position?: { readonly before?: string };
}

/** Reads the place out of the database, because the answer to a connect does not show it. */
export async function placedBy(
  client: Client,
  link: LinkNames,
  { path, body }: BenchRequest,
): Promise<Placed | undefined> {
  const item = (body as { data: { stops: { connect: [Connect | string] } } }).data.stops.connect[0];
  const connect: Connect = typeof item === 'string' ? { documentId: item } : item;
  const listed = `FROM ${link.table} WHERE ${link.here} = $1`;
  const edge = (direction: string) =>
    `$2 = (SELECT ${link.there} ${listed} ORDER BY ${link.key} ${direction}, id ${direction} LIMIT 1)`;
  const next = `(SELECT ${link.there} ${listed} AND ${link.key} >
    (SELECT ${link.key} ${listed} AND ${link.there} = $2) ORDER BY ${link.key} LIMIT 1)`;
  const { rows } = await client.query<Placed>(
    `SELECT ${edge('ASC')} AS first, ${edge('DESC')} AS last, $3 = ${next} AS before`,
    [path.split('/').at(-1), connect.documentId, connect.position?.before ?? null],
  );
  return rows[0];
}
