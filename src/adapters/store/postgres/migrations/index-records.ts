import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is known of the questions to each content-type, and of the indexes that were made for it. */
export class IndexRecords1795780800000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE TABLE IF NOT EXISTS quire_index_record (type text COLLATE "C" PRIMARY KEY, revision bigint NOT NULL, record json NOT NULL)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE quire_index_record');
  }
}
