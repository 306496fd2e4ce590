import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Versions that writes have captured for the history. Rows are short-lived, as in `quire_change_inbox`. */
const statements = `
  CREATE TABLE IF NOT EXISTS quire_version_inbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz(3) NOT NULL, type text NOT NULL, document_id text NOT NULL, locale text,
    action text NOT NULL, layers text[] NOT NULL, actor_kind text NOT NULL, actor text NOT NULL,
    actor_document text, content text)
    WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
  CREATE INDEX IF NOT EXISTS quire_version_inbox_document ON quire_version_inbox (document_id);
`;

export class CapturedVersions1795521600000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(statements);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE quire_version_inbox');
  }
}
