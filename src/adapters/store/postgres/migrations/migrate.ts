import { namedError } from '../database-error.js';
import { SystemTables1795305600000 } from './system-tables.js';

/** Changes of the `quire_*` tables, oldest first. One that a release has run is never edited: add another. */
export const migrations = [SystemTables1795305600000];

export const migrationsTable = 'quire_migrations';

/**
 * Runs them all in one transaction, on a connection of its own. The caller prevents other servers from doing the same
 * at once.
 */
export async function migrate(url: string): Promise<void> {
  // Loaded when it is needed: most starts have nothing to migrate.
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
