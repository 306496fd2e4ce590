import type { Client } from 'pg';
import type { BenchRequest } from '../case.js';
import type { LinkNames } from './hand-written/tables.js';

interface Connect {
  readonly documentId: string;
  readonly position?: { readonly start?: true; readonly before?: string };
}

/**
 * Whether a connect has put its last target at the requested position, which is the end by default. Reads the database,
 * because the answer to a connect does not show it.
 */
export async function isPlaced(
  client: Client,
  link: LinkNames,
  { path, body }: BenchRequest,
): Promise<boolean> {
  const [asked] = Object.values((body as { data: Record<string, { connect: [Connect | string] }> }).data);
  const item = asked?.connect.at(-1) ?? '';
  const { documentId, position }: Connect = typeof item === 'string' ? { documentId: item } : item;
  const listed = `FROM ${link.table} WHERE ${link.here} = $1`;
  const keys = link.draft === null ? [link.key] : [link.key, link.draft.key];
  const edge = (direction: string) => {
    const ends = keys.map(
      (key) =>
        `$2 = (SELECT ${link.there} ${listed} AND ${key} IS NOT NULL ORDER BY ${key} ${direction}, id ${direction} LIMIT 1)`,
    );
    return `SELECT ${ends.join(' AND ')} AS placed`;
  };
  const beside = `SELECT $3 = (SELECT ${link.there} ${listed} AND ${link.key} >
    (SELECT ${link.key} ${listed} AND ${link.there} = $2) ORDER BY ${link.key} LIMIT 1) AS placed`;
  const values = [path.split('/').at(-1), documentId];
  const { rows } = await (position?.before === undefined
    ? client.query<{ placed: boolean }>(edge(position?.start === true ? 'ASC' : 'DESC'), values)
    : client.query<{ placed: boolean }>(beside, [...values, position.before]));
  return rows[0]?.placed === true;
}
