import { namedError } from '../database-error.js';
import { AppValues1795348800000 } from './app-values.js';
import { CapturedVersions1795521600000 } from './captured-versions.js';
import { ChangeLog1795435200000 } from './change-log.js';
import { Freshness1795953600000 } from './freshness.js';
import { IndexRecords1795780800000 } from './index-records.js';
import { SearchWords1796040000000 } from './search-words.js';
import { SystemTables1795305600000 } from './system-tables.js';
import { TextSearch1795608000000 } from './text-search.js';
import { Totals1795694400000 } from './totals.js';
import { TypeWords1795867200000 } from './type-words.js';
import { WordsInLoops1796126400000 } from './words-in-loops.js';

/** Migrations of the `quire_*` tables, oldest first. Never edit a released one; add another. */
export const migrations = [
  SystemTables1795305600000,
  AppValues1795348800000,
  ChangeLog1795435200000,
  CapturedVersions1795521600000,
  TextSearch1795608000000,
  Totals1795694400000,
  IndexRecords1795780800000,
  TypeWords1795867200000,
  Freshness1795953600000,
  SearchWords1796040000000,
  WordsInLoops1796126400000,
];

export const migrationsTable = 'quire_migrations';

/**
 * Runs all pending migrations in one transaction, on a separate connection. The caller must keep other servers from
 * migrating at the same time.
 */
export async function migrate(url: string): Promise<void> {
  // Loaded on demand, because most starts have nothing to migrate.
  const { DataSource, MigrationExecutor } = await import('typeorm');
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    poolSize: 1,
    applicationName: 'quire',
    logger: 'debug',
    migrations,
    migrationsTableName: migrationsTable,
  });
  try {
    await dataSource.initialize();
    const queryRunner = dataSource.createQueryRunner();
    await queryRunner.startTransaction();
    await queryRunner.query(`SET LOCAL lock_timeout = '5s'`);
    await new MigrationExecutor(dataSource, queryRunner).executePendingMigrations();
    await queryRunner.commitTransaction();
    await queryRunner.release();
  } catch (error) {
    throw namedError(error);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}
