import { readFile } from 'node:fs/promises';
import type { Client } from 'pg';

/** The processor time of the processes of a PostgreSQL server, in milliseconds, by process id. */
export async function databaseTimes(client: Client): Promise<ReadonlyMap<number, number>> {
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type <> 'autovacuum worker'`,
  );
  return new Map(await Promise.all(rows.map(async ({ pid }) => [pid, await timeOf(pid)] as const)));
}

/** Processes that began or ended in between do not count. */
export function msBetween(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...before].reduce((sum, [pid, ms]) => sum + Math.max(0, (after.get(pid) ?? ms) - ms), 0);
}

/** Linux counts it in nanoseconds for a process of one thread. */
async function timeOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0');
  return Number(text.split(' ')[0]) / 1e6;
}
