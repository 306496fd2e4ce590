import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The values that the code of an app keeps. */
export class AppValues1795348800000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE TABLE IF NOT EXISTS quire_value (key text COLLATE "C" PRIMARY KEY, value json NOT NULL)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE quire_value');
  }
}
