import type { Queryable } from '../connection.js';
import { migrations, migrationsTable } from './migrate.js';

/** Returns the names of the migrations that have not run in this database. */
export async function pendingMigrations(connection: Queryable): Promise<readonly string[]> {
  const [found] = await connection.query<{ exists: boolean }>({
    text: `SELECT to_regclass(quote_ident(current_schema()) || '.${migrationsTable}') IS NOT NULL AS exists`,
  });
  const rows = found?.exists
    ? await connection.query<{ name: string }>({ text: `SELECT name FROM ${migrationsTable}` })
    : [];
  const done = new Set(rows.map(({ name }) => name));
  return migrations.map(({ name }) => name).filter((name) => !done.has(name));
}
