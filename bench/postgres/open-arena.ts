import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { Schema } from '../../src/domain/schema/schema.js';
import type { Arena } from '../arena.js';
import { cases } from '../cases.js';
import { parentOf } from '../processor-time.js';
import { openDatabase } from './database.js';
import type { Tables } from './hand-written/tables.js';
import { nameTables } from './name-tables.js';
import { isPlaced } from './placed.js';
import { seed } from './seed.js';

/** Opens an arena on the server of `DATABASE_URL`, or on an embedded one. */
export async function openPostgresArena(poolSize: string, log: (line: string) => void): Promise<Arena> {
  const database = await openDatabase(process.env['DATABASE_URL'], log);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const env: Record<string, string> = { DATABASE_URL: database.url, POOL_SIZE: poolSize };
  let tables: Tables;
  let lasts: ReadonlyMap<string, string>;
  return {
    url: database.url,
    handWritten: {
      env,
      args: () => ['--import', 'tsx', fileURLToPath(new URL('hand-written/server.ts', import.meta.url))],
    },
    async fill(schema: Schema) {
      tables = nameTables(schema);
      env['BENCH_TABLES'] = JSON.stringify(tables);
      await seed(client, tables, log);
      lasts = await lastLinks(client, tables);
    },
    async databaseProcesses() {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const postmaster = parentOf(rows[0]?.pid ?? 0);
      return postmaster === null ? null : [postmaster];
    },
    async reset({ grows }) {
      if (grows !== undefined)
        await client.query(`DELETE FROM ${tables[grows].table} WHERE id > $1`, [lasts.get(grows)]);
    },
    isPlaced: (links, request) => isPlaced(client, tables[links], request),
    async close() {
      await client.end();
      await database.close();
    },
  };
}

async function lastLinks(client: Client, tables: Tables): Promise<ReadonlyMap<string, string>> {
  const lasts = new Map<string, string>();
  for (const { grows } of cases) {
    if (grows === undefined || lasts.has(grows)) continue;
    const { rows } = await client.query<{ last: string }>(
      `SELECT coalesce(max(id), 0) AS last FROM ${tables[grows].table}`,
    );
    lasts.set(grows, rows[0]?.last ?? '0');
  }
  return lasts;
}
